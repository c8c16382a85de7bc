"""Tests the server against `pvg emulate`: each test starts with a purchase that nobody has verified."""

import json
import os
import unittest
import urllib.request

from my_game.gateway import verify

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

    def test_grants_once(self):
        self.assertEqual(verify(**purchase), "granted")
        self.assertEqual(verify(**purchase), "refused")

    def test_tries_again(self):
        # The store cannot be reached for the first two requests.
        self.assertEqual(verify(**{**purchase, "receipt": "demo-flaky"}), "granted")
