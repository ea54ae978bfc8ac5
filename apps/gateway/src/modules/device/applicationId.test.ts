import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestGateway } from '../../testing/createTestGateway.ts'

const PAGE = '<html><script type="application/json" id="x-config">__X_CONFIG__</script></html>'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'page-'))
  await writeFile(path.join(root, 'index.html'), PAGE)
})
afterAll(() => rm(root, { recursive: true, force: true }))

it.each([
  [true, 'x-web-test'],
  [false, 'x-web'],
])(
  'names another application in test than in production (spec 7): %s',
  async (isDevelopment, id) => {
    const gateway = await createTestGateway({
      isDevelopment,
      webRoot: root,
      publicOrigin: 'https://localhost',
    })
    try {
      const { body } = await gateway.app.inject({ url: '/', headers: { host: 'localhost' } })
      const text = /id="x-config">(.*?)<\/script>/.exec(body)?.[1] ?? ''
      expect(JSON.parse(text)).toMatchObject({ deviceAppId: id })
    } finally {
      await gateway.stop()
    }
  },
)
