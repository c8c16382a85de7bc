"""Random months through pvg, its queries on DuckDB, PostgreSQL and SQLite, and a second classifier: every purchase must have
the same row in each. Needs the built program and the server that test/sql/run starts.

    months.py <how many> [<seed of the first>]
"""

import collections
import csv
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from classifier import CLASSES, NOT_PAID, classify

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = str(HERE.parents[1] / "bin" / "pvg.js")
VERDICTS = ["paid-and-recorded"] * 6 + ["paid-recorded-with-error", "paid-never-received", "store-unavailable", "unknown"]
VERDICTS += sorted(NOT_PAID) + ["failed"] * 2
COLUMNS = {
    "lookups": ["order_id", "receipt", "looked_up_at", "verdict", "quantity", "error"],
    "voided": ["order_id", "receipt", "kind", "voided_at", "reason", "source", "quantity", "refund_type"],
    "granted": ["order_id", "receipt", "granted_at", "player", "id", "status"],
}


class Month:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lookups, self.voids, self.grants = [], [], []
        chance = self.random.random
        self.has_ids = chance() < 0.5
        self.has_statuses = chance() < 0.5
        self.is_partial_list = chance() < 0.3
        self.voids_are_pages = chance() < 0.5
        wanted, number = self.random.randint(1, 40), 0
        # pvg needs a look-up at least.
        while number < wanted or not self.lookups:
            self.add_purchase(f"GPA.3300-{seed:04}-0000-{number:05}", f"token-{seed}-{number}")
            number += 1
        for rows in (self.lookups, self.voids, self.grants):
            self.random.shuffle(rows)

    def add_purchase(self, order, receipt):
        chance = self.random.random
        renewals = self.random.randint(1, 3) if chance() < 0.2 else 0
        orders = [f"{order}..{number}" for number in range(renewals)] if renewals else [order]
        is_looked_up = chance() < 0.8
        answered = self.random.choice(orders)
        if is_looked_up:
            self.look_up(answered, receipt, renewals)
        for each in orders:
            # One look-up answers for one order: of several orders the receipt alone does not say which.
            may_lack_order = renewals == 0
            for _ in range(self.random.choice([0, 0, 0, 0, 1, 1, 2, 3])):
                self.void(each, receipt, may_lack_order)
            for _ in range(self.random.choice([0, 1, 1, 1, 1, 1, 2])):
                self.grant(each, receipt, may_lack_order)

    def look_up(self, order, receipt, renewals):
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            verdict = self.random.choice(VERDICTS)
            is_named = verdict not in ("failed", "not-confirmed") or renewals > 0 or self.random.random() < 0.5
            self.lookups.append({
                "order_id": order if is_named else None,
                "receipt": receipt,
                "verdict": verdict,
                "at": f"2026-11-{self.random.randint(1, 28):02}T10:00:{len(self.lookups) % 60:02}.{len(self.lookups) // 60:03}Z",
                "quantity": self.random.choice([1, 2, 3, None]) if verdict not in ("failed", "not-confirmed") else None,
            })

    def ids(self, order, receipt, may_lack_order):
        which = self.random.choice(["both", "order", "receipt"] if may_lack_order else ["both", "order"])
        return {"order_id": None if which == "receipt" else order, "receipt": None if which == "order" else receipt}

    def void(self, order, receipt, may_lack_order):
        is_part = not self.voids_are_pages and self.random.random() < 0.3
        row = {
            **self.ids(order, receipt, may_lack_order),
            "at": self.random.randint(1793600000, 1796100000) * 1000,
            "reason": str(self.random.randint(0, 8)),
            # A part of the price has no units.
            "quantity": None if is_part else self.random.choice([None, None, 1, 1, 2, 3]),
            "is_part": is_part,
        }
        self.voids += [row] * self.random.choice([1, 1, 1, 2])

    def grant(self, order, receipt, may_lack_order):
        row = {
            **self.ids(order, receipt, may_lack_order),
            "at": f"2026-11-{self.random.randint(1, 28):02}T12:00:00Z",
            "player": f"player-{self.random.randint(1, 5)}",
            "id": str(self.random.randint(10**6, 10**9)) if self.has_ids else None,
            "status": self.random.choice(["delivered", "delivered", "sent", "failed"]) if self.has_statuses else None,
        }
        self.grants += [row] * self.random.choice([1, 1, 1, 2])
        if self.has_ids and self.random.random() < 0.2:
            self.grants.append({**row, "at": "2026-11-29T12:00:00Z"})

    def words(self):
        words = ["--allow-empty"] + (["--partial-voided"] if self.is_partial_list else [])
        words += ["--map", "granted.id=id"] if self.has_ids else []
        return words + (["--map", "granted.status=status:delivered,sent"] if self.has_statuses else [])

    def write(self):
        """The files of pvg in the working folder, as `batch`, the store and a game write them."""
        with open("lookups.ndjson", "w", encoding="utf-8") as file:
            for number, row in enumerate(self.lookups):
                file.write(json.dumps(batch_row(number + 1, row)) + "\n")
        if self.voids_are_pages:
            self.write_pages()
        else:
            write_csv("voided.file", ["order_id", "receipt", "voided_at", "reason", "quantity", "refund_type"], self.cells("voided"))
        names = ["order_id", "receipt", "granted_at", "player"]
        names += (["id"] if self.has_ids else []) + (["status"] if self.has_statuses else [])
        write_csv("granted.csv", names, self.cells("granted"))
        for role in COLUMNS:
            write_csv(f"{role}.table.csv", COLUMNS[role], self.cells(role))

    def write_pages(self):
        entries = [{
            "kind": "androidpublisher#voidedPurchase",
            "purchaseToken": row["receipt"] or "",
            **({"orderId": row["order_id"]} if row["order_id"] else {}),
            "voidedTimeMillis": str(row["at"]),
            "voidedReason": int(row["reason"]),
            **({"voidedQuantity": row["quantity"]} if row["quantity"] else {}),
        } for row in self.voids]
        half = len(entries) // 2
        first = {"tokenPagination": {"nextPageToken": "more"}, "voidedPurchases": entries[:half]}
        last = {"voidedPurchases": entries[half:]}
        if self.is_partial_list:
            last["tokenPagination"] = {"nextPageToken": "rest"}
        with open("voided.file", "w", encoding="utf-8") as file:
            file.write(json.dumps(first) + "\n" + json.dumps(last) + "\n")

    def cells(self, role):
        if role == "lookups":
            return [{**row, "looked_up_at": row["at"], "verdict": None if row["verdict"] == "failed" else row["verdict"]} for row in self.lookups]
        if role == "voided":
            return [{**row, "voided_at": row["at"], "refund_type": "Partial" if row["is_part"] else None} for row in self.voids]
        return [{**row, "granted_at": row["at"]} for row in self.grants]


def batch_row(number, row):
    has_result = row["verdict"] != "failed"
    is_confirmed = has_result and row["verdict"] != "not-confirmed"
    transaction = {"product_id": "gems_100", **({"quantity": row["quantity"]} if row["quantity"] else {})}
    answer = {"transactions": [transaction], **({"order_id": row["order_id"]} if row["order_id"] else {})}
    return {
        "row": number, "ok": is_confirmed, "exit": 0 if is_confirmed else 20, "at": row["at"],
        "verdict": {"id": row["verdict"]} if has_result else None,
        "purchase": {"os": "android", "product_id": "gems_100", "receipt": row["receipt"], "order_id": None if is_confirmed else row["order_id"]},
        "answer": answer if is_confirmed else None, "error": None if is_confirmed else {"code": "UPSTREAM"},
        "input": {"receipt": row["receipt"]},
    }


def write_csv(name, columns, rows):
    with open(name, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        for row in rows:
            writer.writerow(["" if row.get(column) is None else row[column] for column in columns])


def run(*words, text=None):
    ended = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        raise SystemExit(f"{' '.join(words[:3])}: {ended.returncode}\n{ended.stderr}")
    return ended.stdout


def pvg(month, *words):
    files = ["--lookups", "lookups.ndjson", "--voided", "voided.file", "--granted", "granted.csv"]
    return run("node", PROGRAM, "reconcile", *files, *month.words(), *words)


def rows_of_pvg(month):
    rows = [json.loads(line) for line in pvg(month).splitlines()]
    voided = lambda row, name: None if row["voided"] is None else row["voided"][name]
    return [{
        **{name: row[name] for name in ("class", "order_id", "receipt", "verdict")},
        "also": " ".join(row["also"]),
        "voids": voided(row, "count") or 0,
        "grants": row["granted"]["count"] if row["granted"] else 0,
        "voided_quantity": voided(row, "quantity"), "voided_of": voided(row, "of"), "voided_partial": voided(row, "partial"),
    } for row in rows]


def rows_of_duckdb(month):
    query = pvg(month, "--sql", "duckdb")
    return json.loads(run("node", str(HERE / "duckdb.mjs"), text=query))


# The query of a table depends on the options alone.
printed = {}


def table_query(month, engine):
    key = (engine, *month.words())
    if key not in printed:
        printed[key] = pvg(month, "--sql", engine)
    return printed[key]


def rows_of_postgresql(month):
    script = ""
    for role, columns in COLUMNS.items():
        definitions = ", ".join(f"{column} text" for column in columns)
        script += f"drop table if exists {role};\ncreate table {role} ({definitions});\n"
        script += f"\\copy {role} from '{role}.table.csv' csv header\n"
    script += f"select coalesce(json_agg(query), '[]') from (\n{table_query(month, 'postgresql')}) query;\n"
    return json.loads(run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", text=script))


def rows_of_sqlite(month):
    script = ".bail on\n"
    for role, columns in COLUMNS.items():
        script += f"create table {role} ({', '.join(columns)});\n.import --csv --skip 1 {role}.table.csv {role}\n"
    script += f".mode json\n{table_query(month, 'sqlite')};\n"
    return json.loads(run("sqlite3", ":memory:", text=script) or "[]")


def comparable(rows):
    """Numbers may come as texts, and a truth as a word."""
    return sorted(json.dumps({name: None if value is None else str(value).lower() if name == "voided_partial" else str(value) for name, value in sorted(row.items())}) for row in rows)


def main():
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sources = {"pvg": rows_of_pvg, "duckdb": rows_of_duckdb, "postgresql": rows_of_postgresql, "sqlite": rows_of_sqlite}
    differences = dict.fromkeys(sources, 0)
    classes, rows = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for seed in range(first, first + count):
            month = Month(seed)
            month.write()
            statuses = {"delivered", "sent"} if month.has_statuses else None
            expected = classify(month.lookups, month.voids, month.grants, statuses, month.is_partial_list)
            rows += len(expected)
            for row in expected:
                classes.update([row["class"], *row["also"].split()])
            for name, rows_of in sources.items():
                found, wanted = set(comparable(rows_of(month))), set(comparable(expected))
                if found != wanted:
                    differences[name] += len(wanted - found)
                    print(f"month {seed}, {name}:", *sorted(wanted - found)[:2], "is", *sorted(found - wanted)[:2], sep="\n  ", file=sys.stderr)
        os.chdir("/")
    print(f"{count} months, {rows} purchases;", ", ".join(f"{name} differs in {number}" for name, number in differences.items()))
    print(", ".join(f"{name} {classes[name]}" for name in CLASSES))
    missing = [name for name in CLASSES if classes[name] == 0]
    if missing:
        print(f"no purchase has the class {', '.join(missing)}", file=sys.stderr)
    sys.exit(1 if missing or any(differences.values()) else 0)


main()
