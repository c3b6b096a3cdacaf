import { describe, expect, test } from "vitest";
import { solve } from "../../src/order/solve.ts";
import { named, solveNamed } from "./named-problem.ts";

const none = Number.POSITIVE_INFINITY;

describe("values", () => {
  test("what nothing holds stands at its upper bound", () => {
    const { values, holds, givenUp } = solveNamed(
      named({ database: -5, api: 0, web: 3 }, [], [["database", "api", "web"]]),
    );
    expect({ values, holds, givenUp }).toEqual({
      values: { database: -5, api: 0, web: 3 },
      holds: {},
      givenUp: [],
    });
  });

  test("a barrier goes one below the first of those that wait for it, and moves neither them nor an early policy", () => {
    const { values } = solveNamed(
      named(
        { policy: -1000, barrier: none, web: 2, proxy: 1, other: 0 },
        [
          ["policy", "<", "barrier"],
          ["barrier", "<", "web"],
          ["barrier", "<", "proxy"],
        ],
        [["web", "proxy", "other"]],
      ),
    );
    expect(values).toEqual({ policy: -1000, barrier: 0, web: 2, proxy: 1, other: 0 });
  });

  test("an early policy goes lower only when somebody who waits for it stands as low", () => {
    const { values } = solveNamed(
      named({ policy: -1000, barrier: none, early: -1000 }, [
        ["policy", "<", "barrier"],
        ["barrier", "<", "early"],
      ]),
    );
    expect(values).toEqual({ policy: -1002, barrier: -1001, early: -1000 });
  });

  test("room is made by moving whole levels down together, and only those that are in the way", () => {
    const { values, givenUp } = solveNamed(
      named(
        { far: -10, accounts: -2, secrets: -1, config: -1, policy: 0, barrier: none, web: 0, late: 4 },
        [
          ["policy", "<", "barrier"],
          ["barrier", "<", "web"],
        ],
        [["far", "accounts", "secrets", "config", "policy", "web", "late"]],
      ),
    );
    expect(values).toEqual({
      far: -10,
      accounts: -4,
      secrets: -3,
      config: -3,
      policy: -2,
      barrier: -1,
      web: 0,
      late: 4,
    });
    expect(givenUp).toEqual([]);
  });

  test("what no group binds stays where it is while levels move past it", () => {
    const { values } = solveNamed(
      named(
        { exempt: -1, secrets: -1, policy: 0, barrier: none, web: 0 },
        [
          ["policy", "<", "barrier"],
          ["barrier", "<", "web"],
        ],
        [["secrets", "policy", "web"]],
      ),
    );
    expect(values).toMatchObject({ exempt: -1, secrets: -3 });
  });

  test("equals of a level may part, but nothing of the next level comes between or below", () => {
    const { values } = solveNamed(
      named(
        { below: -1, first: 0, second: 0, bystander: 0 },
        [["first", "<", "second"]],
        [["below", "first", "second", "bystander"]],
      ),
    );
    expect(values).toEqual({ below: -2, first: -1, second: 0, bystander: 0 });
  });

  test("the order of one group does not bind another", () => {
    const { values } = solveNamed(
      named(
        { before: -1, first: 0, second: 0, elsewhere: -1 },
        [["first", "<", "second"]],
        [["before", "first", "second"], ["elsewhere"]],
      ),
    );
    expect(values).toEqual({ before: -2, first: -1, second: 0, elsewhere: -1 });
  });

  test("a member of two groups carries the move of one into the other", () => {
    const { values, holds } = solveNamed(
      named(
        { check: -2, migrate: -1, first: 0, second: 0 },
        [["first", "<", "second"]],
        [
          ["migrate", "first", "second"],
          ["check", "migrate"],
        ],
      ),
    );
    expect(values).toEqual({ check: -3, migrate: -2, first: -1, second: 0 });
    expect(holds).toEqual({
      check: "check before migrate",
      migrate: "migrate before first",
      first: "first < second",
    });
  });

  test("a gap that is already there moves nothing", () => {
    const { values } = solveNamed(named({ early: -7, late: 7 }, [["early", "<", "late"]]));
    expect(values).toEqual({ early: -7, late: 7 });
  });

  test("a cycle without a gap has one value, the least that any of its members may have", () => {
    const { values, holds } = solveNamed(
      named({ one: 5, two: 3, three: 9, after: 4 }, [
        ["one", "<=", "two"],
        ["two", "<=", "three"],
        ["three", "<=", "one"],
        ["three", "<", "after"],
      ]),
    );
    expect(values).toEqual({ one: 3, two: 3, three: 3, after: 4 });
    expect(holds).toEqual({ one: "one <= two", three: "three < after" });
  });

  test("a constraint of a variable with itself that has no gap says nothing", () => {
    expect(solveNamed(named({ alone: 1 }, [["alone", "<=", "alone"]])).values).toEqual({ alone: 1 });
  });

  test("of two constraints between the same two the wider counts", () => {
    const { values, holds } = solveNamed(
      named({ a: 0, b: 0 }, [
        ["a", "<=", "b"],
        ["a", "<", "b"],
      ]),
    );
    expect({ values, holds }).toEqual({ values: { a: -1, b: 0 }, holds: { a: "a < b" } });
  });

  test("no variables are no problem", () => {
    expect(solve({ variables: [], constraints: [] })).toEqual({
      solved: true,
      values: [],
      effective: [],
      holds: [],
      givenUp: [],
      givenUpLeftOut: 0,
    });
  });

  test("a bound of −0 is 0", () => {
    const { values, effective } = solveNamed(named({ web: -0 }));
    expect({ values, effective }).toEqual({ values: { web: 0 }, effective: { web: 0 } });
  });
});

describe("effective values", () => {
  test("are the least bound among all that must come later, however far away", () => {
    const { effective } = solveNamed(
      named({ a: 9, b: 5, c: none, d: -3, apart: 8 }, [
        ["a", "<", "b"],
        ["b", "<", "c"],
        ["c", "<=", "d"],
      ]),
    );
    expect(effective).toEqual({ a: -3, b: -3, c: -3, d: -3, apart: 8 });
  });

  test("not given ones, decide the order of two members", () => {
    const { values, givenUp } = solveNamed(
      named({ lowered: 5, target: 0, between: 2 }, [["lowered", "<", "target"]], [["lowered", "between"]]),
    );
    expect(values).toEqual({ lowered: -1, target: 0, between: 2 });
    expect(givenUp).toEqual(["between/lowered contradicts"]);
  });
});

describe("holds", () => {
  test("lead from what moved to what stands at its bound", () => {
    const { holds } = solveNamed(
      named(
        { accounts: -2, secrets: -1, policy: 0, barrier: none, web: 0 },
        [
          ["policy", "<", "barrier"],
          ["barrier", "<", "web"],
        ],
        [["accounts", "secrets", "policy", "web"]],
      ),
    );
    expect(holds).toEqual({
      accounts: "accounts before secrets",
      secrets: "secrets before policy",
      policy: "policy < barrier",
      barrier: "barrier < web",
    });
  });

  test("name a constraint rather than the given order where both hold", () => {
    const { holds } = solveNamed(
      named(
        { one: 0, needed: 0, user: 0, hinted: -1 },
        [
          ["needed", "<", "user"],
          ["hinted", "<", "one"],
          ["one", "<", "user"],
        ],
        [["hinted", "needed", "one", "user"]],
      ),
    );
    expect(holds).toEqual({ one: "one < user", needed: "needed < user", hinted: "hinted < one" });
  });

  test("name the first of several that hold alike, whichever was settled first", () => {
    const { holds } = solveNamed(
      named(
        { below: -1, first: 0, second: 0, late: 0 },
        [
          ["first", "<=", "second"],
          ["second", "<", "late"],
        ],
        [["below", "first", "second"]],
      ),
    );
    expect(holds).toMatchObject({ below: "below before first" });
  });

  test("lead out of a cycle by the shortest way, not around it", () => {
    const { holds } = solveNamed(
      named({ a: 9, b: 9, c: 9, d: 9, floor: 0 }, [
        ["a", "<=", "b"],
        ["b", "<=", "c"],
        ["c", "<=", "d"],
        ["d", "<=", "a"],
        ["c", "<=", "a"],
        ["a", "<=", "floor"],
      ]),
    );
    expect(holds).toEqual({ a: "a <= floor", b: "b <= c", c: "c <= a", d: "d <= a" });
  });
});

describe("a problem that makes no sense", () => {
  test("a variable that reaches nothing bounded is a RangeError that names it", () => {
    const lonely = named({ web: 0, barrier: none, other: none }, [["other", "<", "barrier"]]);
    expect(() => solve(lonely.problem)).toThrow(
      new RangeError(
        "variable 1 has no upper bound and comes before nothing that has one: give it a bound or a constraint",
      ),
    );
  });

  test.each([Number.NaN, 1.5, Number.NEGATIVE_INFINITY, 2 ** 53, Number.MIN_SAFE_INTEGER])(
    "an upper bound of %s is a RangeError",
    (upper) => {
      expect(() => solve(named({ web: upper }).problem)).toThrow(/variable 0 has the upper bound/);
    },
  );

  test.each([-1, 2, 0.5, Number.NaN])("a constraint that names variable %s of two is a RangeError", (end) => {
    const { variables } = named({ a: 0, b: 0 }).problem;
    const constraints = [
      { before: 0, after: 1, gap: 1 as const },
      { before: 0, after: end, gap: 1 as const },
    ];
    expect(() => solve({ variables, constraints })).toThrow(
      `constraint 1 names variable ${end}: there are 2`,
    );
  });
});
