"""A second classifier: what `pvg reconcile` promises for rows that were read, written from its documentation alone.
Shares no code with pvg. Slow and plain: it is there to be read beside the promises."""

import re

# In this order; a purchase has the first that applies, and further ones in `also`.
CLASSES = [
    "granted-twice", "granted-and-voided", "granted-unknown", "unresolved", "granted-not-paid", "voided-not-granted",
    "paid-never-received", "paid-not-granted", "renewal", "not-voided-so-far", "settled", "not-paid",
]
NOT_PAID = {"not-confirmed", "pending", "cancelled", "cancelled-after-recorded", "paid-recorded-elsewhere"}
RECORDED = {"paid-and-recorded", "paid-recorded-with-error"}
NO_RESULT = {"failed", "unknown", "store-unavailable"}


def classify(lookups, voids, grants, statuses=None, is_partial_list=False):
    """Rows with the keys order_id and receipt (either may be None), and of a look-up verdict, at and quantity; of a void
    at, reason, quantity and is_part; of a grant at, player, id and status."""
    if statuses is not None:
        grants = [row for row in grants if row["status"] in statuses]
    orders = orders_of_receipts(lookups + voids, grants)
    purchases = {}
    for kind, rows in (("lookups", lookups), ("voids", voids), ("grants", grants)):
        for row in rows:
            order = row["order_id"] or orders.get(row["receipt"])
            key = ("order", order) if order else ("receipt", row["receipt"])
            purchases.setdefault(key, {"order_id": order, "lookups": [], "voids": [], "grants": []})[kind].append(row)
    return [judged(each, is_partial_list) for each in purchases.values()]


def orders_of_receipts(store_rows, game_rows):
    """Joined by order id, else by receipt: a receipt alone belongs to the order that another row has it with."""
    orders = {}
    for rows in (store_rows, game_rows):
        for row in rows:
            if row["order_id"] and row["receipt"]:
                orders.setdefault(row["receipt"], row["order_id"])
    return orders


def judged(purchase, is_partial_list):
    lookup = counted_lookup(purchase["lookups"])
    verdict = lookup["verdict"] if lookup else None
    grants = len(once(purchase["grants"], grant_identity))
    voids = once(purchase["voids"], lambda row: (row["at"], row["reason"], row["quantity"], row["is_part"]))
    is_renewal = re.search(r"^GPA\..+\.\.\d+$", purchase["order_id"] or "") is not None
    bought = lookup["quantity"] if lookup else None
    applies = {
        "granted-twice": grants > 1,
        "granted-and-voided": grants > 0 and len(voids) > 0,
        "granted-unknown": grants > 0 and verdict is None and not is_renewal,
        "unresolved": verdict in NO_RESULT,
        "granted-not-paid": grants > 0 and verdict in NOT_PAID,
        "voided-not-granted": grants == 0 and len(voids) > 0,
        "paid-never-received": verdict == "paid-never-received",
        "paid-not-granted": grants == 0 and not voids and (verdict in RECORDED or verdict == "paid-never-received"),
        "renewal": grants > 0 and verdict is None and is_renewal,
        "not-voided-so-far": grants == 1 and not voids and verdict in RECORDED and is_partial_list,
        "settled": grants == 1 and not voids and verdict in RECORDED and not is_partial_list,
        "not-paid": grants == 0 and verdict in NOT_PAID,
    }
    first, *also = [name for name in CLASSES if applies[name]]
    return {
        "class": first,
        "also": " ".join(also),
        "order_id": purchase["order_id"],
        "receipt": receipt_of(purchase),
        "verdict": None if verdict == "failed" else verdict,
        "voids": len(voids),
        "grants": grants,
        **voided_units(voids, bought),
    }


def counted_lookup(lookups):
    """The last look-up with a result; one that the store did not confirm counts only without another."""
    ranks = {"failed": 0, "store-unavailable": 0, "not-confirmed": 1}
    return max(lookups, key=lambda row: (ranks.get(row["verdict"], 2), row["at"]), default=None)


def grant_identity(row):
    return ("id", row["id"]) if row["id"] else tuple(sorted((name, str(value)) for name, value in row.items()))


def once(rows, identity):
    return list({identity(row): row for row in rows}.values())


def receipt_of(purchase):
    """The store's, else that of the grants; of several the first by name."""
    for rows in (purchase["lookups"] + purchase["voids"], purchase["grants"]):
        receipts = [row["receipt"] for row in rows if row["receipt"]]
        if receipts:
            return min(receipts)
    return None


def voided_units(voids, bought):
    """Voids of one purchase are added up; a void that names no units and no part is of all of them."""
    if not voids:
        return {"voided_quantity": None, "voided_of": None, "voided_partial": None}
    if any(row["quantity"] is None and not row["is_part"] for row in voids):
        return {"voided_quantity": bought, "voided_of": bought, "voided_partial": False}
    units = [row["quantity"] for row in voids if row["quantity"] is not None]
    total = sum(units) if units else None
    if bought is not None and total is not None and total >= bought:
        return {"voided_quantity": total, "voided_of": bought, "voided_partial": False}
    is_known = bought is not None or any(row["is_part"] for row in voids)
    return {"voided_quantity": total, "voided_of": bought, "voided_partial": True if is_known else None}
