"""Sends three requests to `pvg listen`, which says whether they are right."""

import unittest

from my_game.gateway import Shop, post


class Requests(unittest.TestCase):
    def test_look_ups(self):
        for receipt in ["demo-recorded", "Zoë’s-receipt/王"]:
            fields = {"os_id": 1, "product_id": "gems_100", "package": "com.example.game", "receipt": receipt}
            status, _, _ = post("/iap/gateway/lookup-receipt", fields)
            self.assertNotEqual(status, 0)

    def test_verify(self):
        Shop().buy("mai", "demo-purchased", "gems_100", "com.example.game")
