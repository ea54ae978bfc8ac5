import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDevelopmentOperators } from '../modules/operators/openDevelopmentOperators.ts'
import { createTestGateway, type TestGateway } from '../testing/createTestGateway.ts'
import { operatorCode, operatorSecrets } from '../testing/operatorClients.ts'
import { upgradeRulesCommand } from './upgradeRules.ts'

const STEP_MS = 30_000
let dir = ''
let gateway: TestGateway
let url = ''
let passwordFile = ''

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'upgrade-rules-'))
  const list = await openDevelopmentOperators(dir)
  passwordFile = path.join(dir, 'password')
  await writeFile(passwordFile, `${(await operatorSecrets(dir, 'first')).password}\n`)
  gateway = await createTestGateway({
    operators: { list, dir, port: 0, onListening: (at) => (url = at) },
  })
}, 600_000)
afterAll(async () => {
  await gateway.stop()
  await rm(dir, { recursive: true, force: true })
})

async function run(to: string, more: readonly string[] = ['--url', url]): Promise<string[]> {
  const said: string[] = []
  const code = await operatorCode({ dir, now: gateway.clock.now }, 'first')
  const operator = ['--operator', 'first', '--password-file', passwordFile, '--code', code]
  await upgradeRulesCommand({}, ['--to', to, ...operator, ...more], (line) => said.push(line))
  gateway.leap(STEP_MS)
  return said
}

it('switches the rules with the log-in of an operator, once', async () => {
  expect(await run('2')).toEqual([expect.stringMatching(/^upgrade 2: in force from record \d+$/)])
  await expect(run('2')).rejects.toThrow('The rules are version 2 already.')
})

it('is refused with a code that was used', async () => {
  gateway.leap(STEP_MS)
  await expect(run('2')).rejects.toThrow('already')
  await expect(run('2')).rejects.toThrow('The log-in was refused.')
})

it.each([['0'], ['two'], ['1.5']])('refuses a version of %j', (to) =>
  expect(run(to)).rejects.toThrow('Usage: '),
)

it('asks where the pages are', () => expect(run('2', [])).rejects.toThrow('or set OPERATOR_PORT.'))
