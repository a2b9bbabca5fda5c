/** The credentials for every object storage of the tests. Swift's access keys consist of an account and a user. */
export const testCredentials = { AWS_ACCESS_KEY_ID: 'aerie:test', AWS_SECRET_ACCESS_KEY: 'testing' }

/** Sets them for this process, whose files of tests share them. */
export const setTestCredentials = (): void => void Object.assign(process.env, testCredentials)
