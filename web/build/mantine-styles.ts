import type { Plugin } from 'vite'

/**
 * Has each Mantine component bring its own styles, so that a page loads only those of its components. They are in a cascade
 * layer: styles of ours win, whichever was loaded first. During development, all are loaded.
 */
export function mantineStyles(): Plugin {
  const component = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
  return {
    name: 'mantine-styles',
    config: (_config, { command }) =>
      command === 'serve'
        ? {
            resolve: {
              alias: { '@mantine/core/styles/global.layer.css': '@mantine/core/styles.layer.css' },
            },
          }
        : {},
    transform: {
      filter: { id: component },
      // The module with the names of its classes.
      handler: (code, id) => `import '@mantine/core/styles/${component.exec(id)?.[1]}.layer.css'\n${code}`,
    },
  }
}
