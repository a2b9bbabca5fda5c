/**
 * What programs of tests inherit. Settings of anyone who runs the tests would be obeyed. Compiled code is kept, which halves
 * the CPU time of a start.
 */
export const inherited = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
