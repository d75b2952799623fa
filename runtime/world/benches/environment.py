"""The work of `environment.rs` in Python with Pydantic v2, and the two beside each other.

    python -m venv venv && venv/bin/pip install pydantic
    venv/bin/python runtime/world/benches/environment.py            # Python alone
    venv/bin/python runtime/world/benches/environment.py --compare  # and `cargo bench`, with ratios

The service is there twice. In both, rows are Pydantic models in dictionaries by key, arguments are
parsed and checked by Pydantic from JSON text, and answers are JSON text. The tuned one costs what a
call needs: a list that no filter narrows costs its page. The plain one is written as most are: a
list filters the table and cuts the page, an answer is dumped to Python and then to JSON. Neither
does what is free in Rust's figures: a fork for every write, references checked after it.
"""

import copy
import enum
import hashlib
import itertools
import json
import random
import re
import subprocess
import sys
import time
from datetime import datetime, timedelta, timezone

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

ROWS = 1_000
CALLS = 1_000
SERVICES = 10
EPOCH = datetime(2026, 2, 25, 6, 13, 20, tzinfo=timezone.utc)


class Tier(str, enum.Enum):
    BASIC = "basic"
    GOLD = "gold"


class Status(str, enum.Enum):
    OPEN = "open"
    SHIPPED = "shipped"
    RETURNED = "returned"


class Customer(BaseModel):
    id: str
    name: str = Field(min_length=1, max_length=80)
    email: str
    tier: Tier
    created_at: datetime
    updated_at: datetime


class Order(BaseModel):
    id: str
    customer: str
    product: str = Field(min_length=1, max_length=120)
    amount: float = Field(ge=0, le=1_000_000)
    status: Status
    created_at: datetime
    updated_at: datetime


ORDERS = TypeAdapter(list[Order])


class State(BaseModel):
    customers: dict[str, Customer]
    orders: dict[str, Order]


class Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class CreateOrder(Arguments):
    customer: str
    product: str = Field(min_length=1)
    amount: float = Field(ge=0)


class GetOrder(Arguments):
    id: str


class ListOrders(Arguments):
    customer: str | None = None
    status: Status | None = None
    limit: int = Field(default=20, ge=1, le=100)
    cursor: str | None = None


class UpdateOrder(Arguments):
    id: str
    status: Status | None = None
    amount: float | None = Field(default=None, ge=0)


def answer(data):
    return '{"ok":true,"data":' + data + "}"


def failure(code, message):
    return json.dumps({"ok": False, "error": {"code": code, "message": message}})


class Crm:
    def __init__(self, state):
        self.state = state
        self.writes = 0
        self.numbers = len(state.orders)
        self.tools = {
            "create_order": (CreateOrder, self.create_order),
            "get_order": (GetOrder, self.get_order),
            "list_orders": (ListOrders, self.list_orders),
            "update_order": (UpdateOrder, self.update_order),
        }

    def now(self):
        return EPOCH + timedelta(seconds=self.writes)

    def call(self, tool, text):
        arguments, body = self.tools[tool]
        try:
            return body(arguments.model_validate_json(text))
        except ValueError as error:
            return failure("invalid_argument", str(error))

    def create_order(self, args):
        if args.customer not in self.state.customers:
            return failure("not_found", f"no customer `{args.customer}`")
        self.numbers += 1
        now = self.now()
        order = Order(
            id=f"ORD-{self.numbers:05}",
            customer=args.customer,
            product=args.product,
            amount=args.amount,
            status=Status.OPEN,
            created_at=now,
            updated_at=now,
        )
        self.state.orders[order.id] = order
        self.writes += 1
        return answer(order.model_dump_json())

    def get_order(self, args):
        order = self.state.orders.get(args.id)
        if order is None:
            return failure("not_found", f"no order `{args.id}`")
        return answer(order.model_dump_json())

    def list_orders(self, args):
        start = int(args.cursor[1:]) if args.cursor else 0
        if args.customer is None and args.status is None:
            total = len(self.state.orders)
            rows = list(itertools.islice(self.state.orders.values(), start, start + args.limit))
        else:
            found = [
                order
                for order in self.state.orders.values()
                if args.customer in (None, order.customer) and args.status in (None, order.status)
            ]
            total, rows = len(found), found[start : start + args.limit]
        end = start + len(rows)
        cursor = f'"c{end}"' if rows and end < total else "null"
        items = ORDERS.dump_json(rows).decode()
        return answer(f'{{"items":{items},"total":{total},"next_cursor":{cursor}}}')

    def update_order(self, args):
        order = self.state.orders.get(args.id)
        if order is None:
            return failure("not_found", f"no order `{args.id}`")
        wanted = {name: getattr(args, name) for name in args.model_fields_set}
        order = Order.model_validate(order.__dict__ | wanted | {"updated_at": self.now()})
        self.state.orders[order.id] = order
        self.writes += 1
        return answer(order.model_dump_json())


class PlainCrm(Crm):
    def call(self, tool, text):
        arguments, body = self.tools[tool]
        try:
            data = body(arguments.model_validate(json.loads(text)))
        except KeyError as error:
            return failure("not_found", f"no row {error}")
        except ValueError as error:
            return failure("invalid_argument", str(error))
        return json.dumps({"ok": True, "data": data})

    def create_order(self, args):
        self.state.customers[args.customer]
        self.numbers += 1
        now = self.now()
        order = Order(
            id=f"ORD-{self.numbers:05}",
            status=Status.OPEN,
            created_at=now,
            updated_at=now,
            **args.model_dump(),
        )
        self.state.orders[order.id] = order
        self.writes += 1
        return order.model_dump(mode="json")

    def get_order(self, args):
        return self.state.orders[args.id].model_dump(mode="json")

    def list_orders(self, args):
        start = int(args.cursor[1:]) if args.cursor else 0
        found = [
            order
            for order in self.state.orders.values()
            if args.customer in (None, order.customer) and args.status in (None, order.status)
        ]
        end = start + args.limit
        return {
            "items": [order.model_dump(mode="json") for order in found[start:end]],
            "total": len(found),
            "next_cursor": f"c{end}" if end < len(found) else None,
        }

    def update_order(self, args):
        changed = self.state.orders[args.id].model_dump()
        changed.update(args.model_dump(exclude_unset=True))
        changed["updated_at"] = self.now()
        order = Order.model_validate(changed)
        self.state.orders[order.id] = order
        self.writes += 1
        return order.model_dump(mode="json")


def crm():
    at = "2026-02-01T08:00:00Z"
    customers = {
        f"CUS-{n:04}": {
            "id": f"CUS-{n:04}",
            "name": f"Name {n}",
            "email": f"n{n}@example.org",
            "tier": "basic",
            "created_at": at,
            "updated_at": at,
        }
        for n in range(1, ROWS + 1)
    }
    orders = {
        f"ORD-{n:05}": {
            "id": f"ORD-{n:05}",
            "customer": f"CUS-{n:04}",
            "product": "Desk lamp",
            "amount": n,
            "status": "shipped" if n % 3 == 0 else "open",
            "created_at": at,
            "updated_at": at,
        }
        for n in range(1, ROWS + 1)
    }
    return Crm(State.model_validate({"customers": customers, "orders": orders}))


def mixed_calls():
    draw = random.Random(1)
    calls = []
    for _ in range(CALLS):
        n = draw.randint(1, ROWS)
        kind = draw.randrange(10)
        if kind == 0:
            arguments = {"customer": f"CUS-{n:04}", "product": "Lamp", "amount": 12.5}
            calls.append(("create_order", arguments))
        elif kind <= 5:
            calls.append(("get_order", {"id": f"ORD-{n:05}"}))
        elif kind <= 7:
            calls.append(("list_orders", {"limit": 20, "cursor": f"c{n - 1}"}))
        else:
            calls.append(("update_order", {"id": f"ORD-{n:05}", "status": "returned"}))
    return [(tool, json.dumps(arguments)) for tool, arguments in calls]


def shallow(service, kind=Crm):
    state = service.state
    return kind(State.model_construct(customers=dict(state.customers), orders=dict(state.orders)))


def digest(service):
    state = service.state.model_dump(mode="json")
    text = json.dumps(state, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def differences(before, after):
    changes = []
    for table in ("customers", "orders"):
        old, new = getattr(before.state, table), getattr(after.state, table)
        for key, row in new.items():
            was = old.get(key)
            if was is not row:
                was = was.model_dump() if was else {}
                fields = {name: value for name, value in row if was.get(name) != value}
                changes.append((table, key, fields))
        changes.extend((table, key, None) for key in old.keys() - new.keys())
    return changes


def fastest_seconds(work, prepare=lambda: None, rounds=21):
    """The fastest of several rounds, which other work on the machine disturbs least."""
    times = []
    for _ in range(rounds):
        given = prepare()
        start = time.perf_counter()
        work(given)
        times.append(time.perf_counter() - start)
    return min(times)


def run_calls(service, calls):
    for tool, text in calls:
        service.call(tool, text)


def measure():
    """Each figure by the name that it has in `environment.rs`: seconds an item."""
    origin = crm()
    world = [crm() for _ in range(SERVICES)]
    calls = mixed_calls()
    figures = {}

    def calls_of(kept):
        def seconds(kind):
            work, prepare = lambda one: run_calls(one, kept), lambda: shallow(origin, kind)
            return fastest_seconds(work, prepare) / len(kept)

        return {"tuned": seconds(Crm), "plain": seconds(PlainCrm)}

    figures["mixed_calls_unrecorded"] = calls_of(calls)
    for tool in ("get_order", "list_orders", "update_order", "create_order"):
        figures[tool] = calls_of([call for call in calls if call[0] == tool])
    figures["fork_of_ten_services"] = {
        "deepcopy": fastest_seconds(lambda _: copy.deepcopy([one.state for one in world]), rounds=5),
        "shallow copy": fastest_seconds(lambda _: [shallow(one) for one in world]),
    }
    figures["digest_of_ten_services_unseen"] = fastest_seconds(
        lambda _: [digest(one) for one in world], rounds=5
    )
    figures["snapshot_and_restore"] = fastest_seconds(
        lambda _: Crm(State.model_validate_json(origin.state.model_dump_json())), rounds=11
    )
    changed = [shallow(one) for one in world]
    updates = [call for call in calls if call[0] == "update_order"][:60]
    for index, (tool, text) in enumerate(updates):
        changed[index % SERVICES].call(tool, text)
    figures["difference_after_sixty_writes"] = fastest_seconds(
        lambda _: [differences(old, new) for old, new in zip(world, changed)]
    )
    return figures


UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


def measure_rust():
    """The fastest rounds that `cargo bench` prints, in seconds; of calls, a call."""
    command = ["cargo", "bench", "--quiet", "--package", "compoworld-world", "--bench", "environment"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    figures = {}
    name = None
    for line in printed.splitlines():
        timed = re.match(r"^[\s│├╰─]*(\w+)\s+([\d.]+) (ns|µs|ms|s)\b", line)
        if timed:
            name = timed.group(1)
            figures[name] = float(timed.group(2)) * UNITS[timed.group(3)]
        rate = re.match(r"^[\s│]*([\d.]+) (K|M|G)?item/s\b", line)
        if rate and name:
            scale = {None: 1, "K": 1e3, "M": 1e6, "G": 1e9}[rate.group(2)]
            figures[name] = 1 / (float(rate.group(1)) * scale)
    return figures


def shown(seconds):
    for unit in ("s", "ms", "µs"):
        if seconds >= UNITS[unit]:
            return f"{seconds / UNITS[unit]:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def main():
    rust = measure_rust() if "--compare" in sys.argv else {}
    rows = []
    for name, figure in measure().items():
        variants = figure if isinstance(figure, dict) else {"": figure}
        for variant, seconds in variants.items():
            label = f"{name} ({variant})" if variant else name
            ours = rust.get(name)
            ratio = f"{seconds / ours:.3g}" if ours else ""
            rows.append((label, shown(seconds), shown(ours) if ours else "", ratio))
    print(f"{'':46} {'Python':>10} {'Rust':>10} {'ratio':>8}")
    for label, python, ours, ratio in rows:
        print(f"{label:46} {python:>10} {ours:>10} {ratio:>8}")


if __name__ == "__main__":
    main()
