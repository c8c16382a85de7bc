"""Tests the server against `pvg emulate`: each test starts with a purchase that nobody has verified.

The numbers of the rules are those of docs/guides/granting.md."""

import json
import os
import threading
import unittest
import urllib.request

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

    def expect_books(self, granted, unknown):
        self.assertEqual((len(self.shop.granted), len(self.shop.unknown)), (granted, unknown))

    def test_rule_1_grants_only_after_success(self):
        self.assertEqual(self.buy(), "granted")
        for receipt in ["demo-pending", "demo-canceled", "made-up"]:
            self.assertEqual(self.buy(receipt=receipt), "refused")
        self.expect_books(granted=1, unknown=0)

    def test_rule_1_a_200_that_is_no_answer(self):
        for deed in ["html", "wrong-shape"]:
            control("script", [{"path": "verify", "do": deed}])
            self.assertEqual(self.buy(), "unknown")
        self.expect_books(granted=0, unknown=2)

    def test_rule_2_a_409_is_never_a_reason_to_grant(self):
        self.assertEqual(self.buy(receipt="demo-recorded"), "refused")
        self.expect_books(granted=0, unknown=0)

    def test_rule_3_tries_again(self):
        # The store cannot be reached for the first two requests.
        self.assertEqual(self.buy(receipt="demo-flaky"), "granted")
        self.expect_books(granted=1, unknown=0)

    def test_rule_3_an_unknown_outcome_is_written_down(self):
        lost_once = {"path": "verify", "requests": "1", "do": "lose-answer"}
        fails = {"path": "verify", "status": 503}
        for number, script in enumerate([[lost_once], [fails], [lost_once, fails], [{"do": "drop"}]], 1):
            control("reset", {})
            control("purchases", purchase)
            control("script", script)
            self.assertEqual(self.buy(), "unknown")
            self.expect_books(granted=0, unknown=number)
        self.assertEqual(self.shop.unknown[0]["receipt"], "r-1")

    def test_rule_4_two_requests_at_the_same_moment(self):
        outcomes = []
        threads = [threading.Thread(target=lambda: outcomes.append(self.buy())) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(outcomes), ["granted", "refused"])
        self.expect_books(granted=1, unknown=0)

    def test_rule_4_a_transaction_id_is_used_once(self):
        self.assertEqual(self.buy(), "granted")
        # The service confirms the same purchase a second time.
        control("reset", {})
        control("purchases", purchase)
        self.assertEqual(self.buy(), "granted before")
        self.expect_books(granted=1, unknown=0)
