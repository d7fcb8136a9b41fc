import { beforeEach, expect, it } from 'vitest';

import { at, executorOf } from '../testing/views.ts';
import { ExecutorStore } from './executors.ts';

let store: ExecutorStore;

beforeEach(() => {
  store = new ExecutorStore();
});

const names = () => store.all.value.map((executor) => executor.name);

it('lists executors ascending by id', () => {
  store.accept(executorOf({ id: 'b', name: 'B' }));
  store.accept(executorOf({ id: 'a', name: 'A' }));
  expect(names()).toEqual(['A', 'B']);
});

it('keeps the version that was written later, whichever came last', () => {
  store.accept(executorOf({ name: 'new', updated_at: at(2) }));
  store.accept(executorOf({ name: 'old', updated_at: at(1) }));
  expect(names()).toEqual(['new']);
});

it('tells versions apart that differ by a microsecond', () => {
  store.accept(executorOf({ name: 'new', updated_at: '2026-09-06T10:00:00.000002Z' }));
  store.accept(executorOf({ name: 'old', updated_at: '2026-09-06T10:00:00.000001Z' }));
  expect(names()).toEqual(['new']);
});

it('drops what a list leaves out, but not what was made while it was on its way', () => {
  store.accept(executorOf({ id: 'gone', name: 'gone' }));
  const known = store.ids;
  store.accept(executorOf({ id: 'made', name: 'made' }));
  store.acceptList([executorOf({ id: 'kept', name: 'kept' })], known);
  expect(names()).toEqual(['kept', 'made']);
});

it('does not bring back what was deleted', () => {
  store.accept(executorOf());
  store.forget('gpu-1');
  store.acceptList([executorOf({ updated_at: at(9) })], new Set());
  expect(names()).toEqual([]);
});
