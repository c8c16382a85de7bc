"""Tests the server against `pvg emulate`: each test starts with a purchase that nobody has verified.

The numbers of the rules are those of docs/guides/granting.md."""

import json
import os
import threading
import unittest
import urllib.request
from unittest import mock

from my_game import gateway
from my_game.gateway import Shop

purchase = {"receipt": "r-1", "product_id": "gems_100", "package": "com.example.game"}


def control(path, value):
    headers = {
        "Authorization": f"Bearer {os.environ['EMULATOR_TOKEN']}",
        "Content-Type": "application/json",
    }
    url = f"{os.environ['GATEWAY_URL']}/_pvg/{path}"
    urllib.request.urlopen(urllib.request.Request(url, json.dumps(value).encode(), headers)).close()


class Server(unittest.TestCase):
    def setUp(self):
        control("reset", {})
        control("purchases", purchase)
        self.shop = Shop()

    def buy(self, **changes):
        return self.shop.buy("mai", **{**purchase, **changes})

    def buy_from(self, status, **answer):
        """Asks a service of its own, which gives this answer."""
        success = {"success": True, "transaction_id": "GPA.1", "product_id": "gems_100"}
        text = json.dumps({**success, **answer})
        with mock.patch.object(gateway, "post", return_value=(status, text, 1)):
            return self.buy()

    def expect_books(self, granted, still_open):
        """How many purchases were granted, and how many are still written down."""
        self.assertEqual((len(self.shop.granted), len(self.shop.open)), (granted, still_open))

    def test_rule_1_grants_only_after_success(self):
        self.assertEqual(self.buy(), "granted")
        for receipt in ["demo-pending", "demo-canceled", "made-up"]:
            self.assertEqual(self.buy(receipt=receipt), "refused")
        self.expect_books(granted=1, still_open=3)

    def test_rule_1_a_200_that_is_no_answer(self):
        for deed in ["html", "wrong-shape"]:
            control("script", [{"path": "verify", "do": deed}])
            self.assertEqual(self.buy(), "unknown")
        self.expect_books(granted=0, still_open=1)

    def test_rule_1_a_success_that_is_not_enough(self):
        doubtful = [{"product_id": "gems_500"}, {"product_id": None}, {"transaction_id": None}, {"success": "true"}]
        for changes in doubtful:
            self.assertEqual(self.buy_from(200, **changes), "unknown")
        self.expect_books(granted=0, still_open=1)

    def test_rule_2_a_409_is_never_a_reason_to_grant(self):
        self.assertEqual(self.buy(receipt="demo-recorded"), "refused")
        self.expect_books(granted=0, still_open=0)

    def test_rule_3_tries_again(self):
        # The store cannot be reached for the first two requests.
        self.assertEqual(self.buy(receipt="demo-flaky"), "granted")
        self.expect_books(granted=1, still_open=0)

    def test_rule_3_an_unknown_outcome_is_written_down(self):
        lost_once = {"path": "verify", "requests": "1", "do": "lose-answer"}
        fails = {"path": "verify", "status": 503}
        for script in [[lost_once], [fails], [lost_once, fails], [{"do": "drop"}]]:
            self.setUp()
            control("script", script)
            self.assertEqual(self.buy(), "unknown")
            self.expect_books(granted=0, still_open=1)
        [note] = self.shop.open.values()
        self.assertEqual((note["receipt"], note["asked_for"]), ("r-1", ["mai"]))

    def test_rule_3_the_server_stops_between_the_attempt_and_the_answer(self):
        control("script", [{"path": "verify", "requests": "1", "do": "lose-answer"}])
        with mock.patch.object(gateway.log, "info", side_effect=InterruptedError), self.assertRaises(InterruptedError):
            self.buy()
        self.shop = Shop(self.shop.open)
        # It gets a 409 at its first attempt.
        with mock.patch.object(gateway.log, "info", side_effect=AssertionError):
            self.assertEqual(self.buy(), "unknown")
        self.expect_books(granted=0, still_open=1)

    def test_rule_3_which_refusal_is_the_last_word(self):
        refusals = [(401, "UNAUTHORIZED"), (400, "MISSING_FIELDS"), (412, "ENVIRONMENT_MISMATCH"), (403, "NOT_LISTED")]
        for status, error in [*refusals, (422, "VERIFICATION_FAILED")]:
            self.shop = Shop()
            self.assertEqual(self.buy_from(status, success=False, error=error), "refused")
            self.expect_books(granted=0, still_open=1)
        for status, error in [(422, "PRODUCT_MISMATCH"), (409, "DUPLICATE_TRANSACTION")]:
            self.shop = Shop()
            self.assertEqual(self.buy_from(status, success=False, error=error), "refused")
            self.expect_books(granted=0, still_open=0)

    def test_rule_4_two_requests_at_the_same_moment(self):
        outcomes = []
        threads = [threading.Thread(target=lambda: outcomes.append(self.buy())) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(outcomes.count("granted"), 1)
        self.assertEqual(len(self.shop.granted), 1)

    def test_rule_4_a_transaction_id_is_used_once(self):
        self.assertEqual(self.buy(), "granted")
        # The service confirms the same purchase a second time.
        control("reset", {})
        control("purchases", purchase)
        self.assertEqual(self.buy(), "granted before")
        self.expect_books(granted=1, still_open=0)
