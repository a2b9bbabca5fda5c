import { createProject, createSource, type Input, type Source } from '#contract'
import { type TestApp, untilRead } from '#testing'

/** Creates a project as the member. */
export async function newProject(app: TestApp, name = 'Interviews'): Promise<string> {
  return (await app.as('member').call(createProject, { name })).id
}

export const textFile = (name: string, text: string): File => new File([text], name, { type: 'text/plain' })

/** Uploads as the member, and returns the source with the HTTP status. */
export async function upload(
  app: TestApp,
  input: Input<typeof createSource>,
): Promise<{ status: number; source: Source }> {
  let status = 0
  const source = await app.as('member').call(createSource, input, {
    onResponse: (response) => {
      status = response.status
    },
  })
  return { status, source }
}

/** Waits until a source is ready or failed. */
export const settled = (app: TestApp, sourceId: string): Promise<Source> =>
  untilRead(app.as('member'), sourceId)

/** Uploads and waits until it was read. */
export async function read(app: TestApp, input: Input<typeof createSource>): Promise<Source> {
  return settled(app, (await upload(app, input)).source.id)
}
