// Names in files, queries and JSON may be those that every object inherits, such as `constructor` or `__proto__`.
// `scripts/lookup-rule.ts` checks that no object is indexed by text in another way.

/** Returns a field that the object itself has, never what it inherits. */
export const own = <Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Sets a field of the object itself, also one named `__proto__`. */
export function setOwn<Value>(object: Record<string, Value>, name: string, value: NoInfer<Value>): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
}
