/** Packages that the bundle does not contain, because they find their own files: native code, WebAssembly and fonts. */
export const unbundled: readonly string[] = ['@electric-sql/pglite', '@myriaddreamin/typst-ts-node-compiler']
