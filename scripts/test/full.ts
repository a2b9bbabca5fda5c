import { test } from 'node:test'

/** Whether this is a full run: `npm test -- --all`, or of named files. */
export const inFull = Boolean(process.env.AERIE_TEST_FULL)

/** Returns how many cases a property test tries: `count` in a full run, otherwise a tenth. */
export const cases = (count: number): number => (inFull ? count : Math.ceil(count / 10))

/** Declares a test that only a full run includes. */
export const testInFull = (name: string, body: () => Promise<void>): void => {
  if (inFull) void test(name, body)
}
