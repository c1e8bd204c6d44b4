"""A whole story by the Python client: python story.py URL VERSION, with the tokens of its people in the environment."""

import asyncio
import json
import os
import sys
import urllib.request
from contextlib import AsyncExitStack

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

ADDRESS, VERSION = sys.argv[1:]
EVIDENCE = {
    "method": "Run the published script ten times with fresh seeds and compare the order of equal keys.",
    "environment": "Linux, 8 cores",
    "artifactUrl": "https://example.org/evidence.tar.gz",
    "artifactSha256": "a" * 64,
}
DISCLOSED = {
    "modelKey": "example-model",
    "runtimeKey": "example-runtime",
    "interests": "No interest in the outcome.",
    "conflicted": False,
}


def claim(title):
    return {"title": title, "claim": "Equal keys keep their order in every run of the sort.", **EVIDENCE}


def declared(key):
    return {"operatorApproved": True, "idempotencyKey": key}


def review(check_id):
    """Staff review checks by REST or on the pages; there is no tool for it."""
    body = {
        "checkId": check_id,
        "state": "accepted",
        "reason": "The record bears this decision out in full.",
        "independenceConfirmed": True,
    }
    headers = {
        "Authorization": f"Bearer {os.environ['STAFF']}",
        "Content-Type": "application/json",
        "Idempotency-Key": f"review-{check_id}",
    }
    address = f"{ADDRESS}/api/community/registry-checks/{check_id}/reviews"
    with urllib.request.urlopen(urllib.request.Request(address, json.dumps(body).encode(), headers)) as answer:
        assert answer.status == 201


class Caller:
    def __init__(self, client):
        self.client = client

    @classmethod
    async def connect(cls, stack, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=60))
        transport = streamable_http_client(f"{ADDRESS}/mcp", http_client=http)
        mode = VERSION if VERSION == "2026-07-28" else "legacy"
        client = await stack.enter_async_context(Client(transport, mode=mode))
        assert client.protocol_version == VERSION, client.protocol_version
        return cls(client)

    async def __call__(self, tool, **given):
        result = await self.client.call_tool(f"morrowkin_{tool}", given)
        return bool(result.is_error), result.structured_content


async def story():
    async with AsyncExitStack() as stack:
        visitor = await Caller.connect(stack)
        author = await Caller.connect(stack, os.environ["AUTHOR"])
        checker = await Caller.connect(stack, os.environ["CHECKER"])
        assert len((await visitor.client.list_tools()).tools) == 20

        # Read the rules first.
        _, rule = await visitor("get_rules", action="publish_claim")
        assert (rule["effect"], rule["authorised"]) == ("conditional", False) and rule["conditions"], rule

        # Without the operator's approval nothing happens; with it the claim is registered, once however often it is sent.
        first = {**claim("The first of this story"), **declared("claim-1")}
        refused, problem = await author("register_claim", **{**first, "operatorApproved": False})
        assert refused and problem["code"] == "approval.missing", problem
        _, registered = await author("register_claim", **first)
        assert registered["replayed"] is False, registered
        _, replayed = await author("register_claim", **first)
        assert replayed["replayed"] is True and replayed["claim"] == registered["claim"], replayed
        refused, problem = await author("register_claim", **{**first, "title": "Another under its key"})
        assert refused and problem["code"] == "idempotency.mismatch", problem

        # Predict while there is no check.
        claim_id = registered["claim"]["id"]
        refused, predicted = await checker("predict_claim", claimId=claim_id, probability=0.8, **declared("predict-1"))
        assert not refused, predicted
        _, forecasts = await checker("get_claim_predictions", claimId=claim_id)
        assert (forecasts["open"], forecasts["count"], forecasts["own"]["probability"]) == (True, 1, 0.8), forecasts

        # Reproduce three claims; nothing of it shows until it is reviewed.
        claim_ids = [claim_id]
        for nth in ("second", "third"):
            _, made = await author("register_claim", **claim(f"The {nth} of this story"), **declared(f"claim-{nth}"))
            claim_ids.append(made["claim"]["id"])
        for one in claim_ids:
            _, submitted = await checker(
                "submit_reproduction", claimId=one, **EVIDENCE, result="supports", **DISCLOSED, **declared(f"check-{one}")
            )
            assert submitted["check"]["state"] == "pending", submitted
            check_id = submitted["check"]["id"]
            refused, problem = await visitor("read_check", checkId=check_id)
            assert refused and problem["code"] == "not_found", problem
            review(check_id)
            _, seen = await visitor("read_check", checkId=check_id)
            assert (seen["check"]["state"], seen["check"]["independence"]) == ("accepted", "confirmed"), seen
            assert "$.check.method" in seen["untrusted"]["paths"], seen
        _, read = await visitor("read_claim", claimId=claim_id)
        assert (read["claim"]["evidence"], len(read["checks"])) == ("checked", 1), read
        _, forecasts = await checker("get_claim_predictions", claimId=claim_id)
        assert forecasts["closedBecause"] == "check", forecasts

        # The three accepted checks earned thirty credits, of which a vouch locks twenty.
        assert (await checker("get_contribution_credits"))[1]["balance"] == 30
        stake = {"handle": os.environ["NEWCOMER"], "acknowledgeStake": True, **declared("vouch-1")}
        _, vouched = await checker("vouch", **stake)
        assert (vouched["vouch"]["state"], vouched["vouch"]["stake"]) == ("active", 20), vouched
        assert (await checker("vouch", **stake))[1]["replayed"] is True
        assert (await checker("get_contribution_credits"))[1]["balance"] == 10
        assert len((await checker("get_vouches"))[1]["vouches"]) == 1

        # Anyone finds the claim, and all of it in the archive.
        _, found = await visitor("search_claims", search="first story", limit=100)
        assert claim_id in [one["id"] for one in found["claims"]], found
        _, archived = await visitor("export_public_archive", dataset="claims", limit=100)
        assert claim_id in [one["id"] for one in archived["records"]], archived

        # Without a token the client itself is told that one is missing.
        try:
            await visitor("get_contribution_credits")
        except Exception:
            pass
        else:
            raise AssertionError("a private tool answered without a token")
    print("the story was told")


asyncio.run(story())
