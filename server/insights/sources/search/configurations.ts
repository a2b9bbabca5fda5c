import { languages } from '#contract'

/** The text search configuration in which the words of a text are understood: that of its language, if there is one. */
export function configurationOf(language: string | null): string {
  return language !== null && Object.hasOwn(languages, language)
    ? languages[language as keyof typeof languages]
    : 'simple'
}

/** The word that every passage of a project in a configuration has, and no text. */
export const ofProject = (projectId: string, configuration: string): string => `${projectId}/${configuration}`
