import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { refuseMissingPeers } from '../../build/refuseMissingPeers.ts'

/** Builds an app over a package with an optional peer, which is installed or not. */
async function buildApp({ hasPeer }: { readonly hasPeer: boolean }): Promise<unknown> {
  const root = await mkdtemp(path.join(tmpdir(), 'missing-peer-'))
  const install = async (name: string, manifest: object, text: string): Promise<void> => {
    const folder = path.join(root, 'node_modules', name)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, ...manifest }))
    await writeFile(path.join(folder, 'index.js'), text)
  }
  const peers = {
    peerDependencies: { peer: '1' },
    peerDependenciesMeta: { peer: { optional: true } },
  }
  await install('consumer', { type: 'module', ...peers }, "export { default } from 'peer'\n")
  if (hasPeer) await install('peer', { type: 'module' }, 'export default 1\n')
  await writeFile(path.join(root, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(root, 'entry.js'), "import one from 'consumer'\nconsole.log(one)\n")
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [refuseMissingPeers()],
    build: { write: false, rolldownOptions: { input: path.join(root, 'entry.js') } },
  })
}

it('ends a build without an optional peer that it needs', async () => {
  await expect(buildApp({ hasPeer: false })).rejects.toThrow('needs peer, which the app')
})

it('builds with the optional peer', async () => {
  await expect(buildApp({ hasPeer: true })).resolves.toBeDefined()
})
