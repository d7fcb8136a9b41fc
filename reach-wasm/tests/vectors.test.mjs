// The vectors in `tests/vectors` against the module that is shipped, and what only the boundary can
// get wrong. The module is the one that the page is built with; REACH_WASM_PKG names another folder.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url);
const pkg = process.env.REACH_WASM_PKG
  ? pathToFileURL(`${process.env.REACH_WASM_PKG}/`)
  : new URL("web/src/logic/pkg/", root);
const module = new WebAssembly.Module(readFileSync(new URL("reach_wasm_bg.wasm", pkg)));

// The glue is an ES module in a folder that does not say so; a data URL always is one.
const glue = readFileSync(new URL("reach_wasm.js", pkg), "utf8");
const logic = await import(`data:text/javascript,${encodeURIComponent(glue)}`);
logic.initSync({ module });

const vectors = (name) =>
  JSON.parse(readFileSync(new URL(`tests/vectors/${name}.json`, root), "utf8"));
const millis = (timestamp) => {
  const read = logic.timestampMillis(timestamp);
  assert.notEqual(read, undefined, timestamp);
  return read;
};

// covers: SSH-REACHABILITY-002.15
test("timestamps", () => {
  for (const { why, text, millis } of vectors("timestamp")) {
    assert.equal(logic.timestampMillis(text), millis ?? undefined, why);
  }
});

test("ages", () => {
  for (const { why, at, now, age } of vectors("age")) {
    assert.deepEqual(logic.age(at, millis(now)), age ?? undefined, why);
  }
});

// covers: SSH-REACHABILITY-002.4, SSH-REACHABILITY-002.15
test("freshnesses", () => {
  for (const { why, checked_at, interval, now, freshness, stale_from } of vectors("freshness")) {
    assert.equal(logic.freshness(checked_at, interval, millis(now)), freshness, why);
    const from = stale_from === null ? undefined : millis(stale_from);
    assert.equal(logic.staleFrom(checked_at, interval), from, why);
  }
});

// covers: SSH-REACHABILITY-001.24
test("intervals", () => {
  for (const { why, seconds, effective, clamp } of vectors("interval")) {
    assert.deepEqual(logic.normaliseInterval(seconds), { effective, clamp }, why);
  }
  assert.equal(logic.normaliseInterval(Infinity).clamp, "lowered_to_max");
  assert.equal(logic.normaliseInterval(-Infinity).clamp, "negative_to_default");
  for (const odd of [NaN, 60.5]) {
    assert.throws(() => logic.normaliseInterval(odd), /not a whole number/);
  }
});

// covers: SSH-REACHABILITY-001.27
test("reasons", () => {
  const cases = vectors("reason");
  assert.deepEqual(logic.reasons(), cases.map(({ reason }) => reason));
  for (const { why, reason, sticky } of cases) {
    assert.equal(logic.isSticky(reason), sticky, why);
  }
});

const { base, cases: reconciliations } = vectors("reconcile");
const nothing = { record: null, unsaved: null };

// covers: SSH-REACHABILITY-003.2
test("warnings", () => {
  for (const { why, state, interval, checked_at, now, warns } of vectors("warning")) {
    const view = { ...base, state, checked_at, probe_interval_seconds: interval };
    assert.equal(logic.warnsOnLaunch(view, millis(now)), warns, why);
  }
});

// covers: SSH-REACHABILITY-002.3
test("reconciliations", () => {
  for (const { why, arrivals, record, unsaved } of reconciliations) {
    const views = arrivals.map((changes) => ({ ...base, ...changes }));
    const read = (place) => (place === null ? null : readBack(views[place]));
    const expected = { record: read(record), unsaved: read(unsaved) };
    assert.deepEqual(views.reduce(logic.accept, nothing), expected, why);
    assert.deepEqual(views.toReversed().reduce(logic.accept, nothing), expected, why);

    const stored = views.filter(({ persisted }) => persisted);
    if (stored.length > 0) {
      const kept = stored.reduce((held, view) => logic.reconcile(held, view));
      assert.equal(kept, views[record], `${why}: the very object`);
    }
  }
});

/** A view as the module writes it: times in one form, malformed ones null. */
function readBack(view) {
  const { record, unsaved } = logic.accept(nothing, view);
  return record ?? unsaved;
}

test("forms", () => {
  const { empty, stored, new: created, edit } = vectors("form");
  assert.deepEqual(logic.draftOf(), empty);
  assert.deepEqual(logic.draftOf(null), empty);
  const run = (cases, start, stored) => {
    for (const { why, draft, errors, changed, save } of cases) {
      const check = logic.checkDraft({ ...start, ...draft }, stored);
      assert.deepEqual(check.errors.map(({ field, code }) => [field, code]), errors, why);
      assert.deepEqual(check.changed, changed, why);
      assert.deepEqual(check.save, save, why);
    }
  };
  run(created, empty, undefined);
  run(edit, logic.draftOf(stored), stored);
});

test("an executor as the API shows it fills the form", () => {
  const { stored } = vectors("form");
  const times = { created_at: base.at, updated_at: base.at };
  const executor = { id: "gpu-1", type: "ssh", status: "active", ...times, ...stored };
  assert.deepEqual(logic.draftOf(executor), logic.draftOf(stored));
});

test("an absent value is null, not undefined", () => {
  const view = { ...base, checked_at: null, last_success_at: null, updated_at: null };
  const { record, unsaved } = logic.accept(nothing, view);
  assert.deepEqual(JSON.parse(JSON.stringify(record)), record);
  assert.equal(record.checked_at, null);
  assert.equal(unsaved, null);
  assert.deepEqual(logic.normaliseInterval(60), { effective: 60, clamp: null });
});

// covers: SSH-REACHABILITY-002.15
test("a malformed time becomes null, and takes nothing else with it", () => {
  const { record } = logic.accept(nothing, { ...base, checked_at: "2026-09-06 10:00:00Z" });
  assert.deepEqual(record, { ...base, checked_at: null });
});

test("wrong input is an error that names it", () => {
  const accept = (changes) => () => logic.accept(nothing, { ...base, ...changes });
  assert.throws(accept({ reason: "dns" }), /dns/);
  assert.throws(accept({ reason: undefined }), /invalid type/);
  assert.throws(accept({ state: "down" }), /unknown variant `down`/);
  assert.throws(accept({ consecutive_failures: -1 }), /invalid/);
  assert.throws(accept({ probe_interval_seconds: 5 }), /effective interval/);
  assert.throws(accept({ executor_id: "a b" }), /an id is/);
  assert.throws(accept({ at: "now" }), /RFC 3339/);
  assert.throws(() => logic.accept(nothing, null), /invalid type/);
  assert.throws(() => logic.isSticky("dns"), /unknown variant `dns`/);
  assert.throws(() => logic.age(base.at, NaN), /not a number/);
});

test("moments are ordered to the microsecond, malformed ones first", () => {
  const [early, late] = ["2026-09-06T10:00:00.000001Z", "2026-09-06T10:00:00.000002Z"];
  assert.equal(logic.isLater(late, early), true);
  assert.equal(logic.isLater(early, late), false);
  assert.equal(logic.isLater(early, early), false);
  for (const missing of ["", null, undefined]) {
    assert.equal(logic.isLater(early, missing), true);
    assert.equal(logic.isLater(missing, early), false);
  }
});

test("the offset to the server's clock is in milliseconds", () => {
  const local = millis(base.at) - 90_000.25;
  assert.equal(logic.clockOffset(base.at, local), 90_000.25);
  assert.equal(logic.clockOffset("now", local), undefined);
});

test("nothing is imported that a browser does not have", () => {
  const foreign = WebAssembly.Module.imports(module)
    .map(({ module }) => module)
    .filter((name) => name !== "./reach_wasm_bg.js");
  assert.deepEqual(foreign, []);
});
