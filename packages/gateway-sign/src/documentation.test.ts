import { readdirSync, readFileSync } from 'node:fs'
import { printMachine } from '@x/kit'
import { describe, expect, it, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import mutation from '../mutation.json' with { type: 'json' }
import deviceChecks from '../vectors/device-check.json' with { type: 'json' }
import { configTable } from './config/configMachine.ts'
import {
  aesCbcCases,
  configRefusals,
  loginRefusals,
  logins,
  refusals,
  signings,
  workedExampleG,
} from './testing/vectors.ts'
import { ENCRYPTED_ENDPOINTS, SENSITIVE_FIELDS } from './login/encryptedEndpoints.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = read('../README.md')
const protocol = read('../PROTOCOL.md')

describe('README', () => {
  it('contains the example that runs', () => {
    expect(readme).toContain(`\`\`\`ts\n${read('../examples/quickstart.ts').trim()}\n\`\`\``)
  })

  it('has at most 120 lines', () => {
    expect(readme.trim().split('\n').length).toBeLessThanOrEqual(120)
  })

  it('describes what its example prints', async () => {
    const lines: unknown[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
    await import('../examples/quickstart.ts').finally(() => log.mockRestore())
    expect(lines).toEqual([200, '00021', null, '00022'])
  })

  it('contains the state machine table', () => {
    expect(readme.replace(' (`clientOpen: false`)', '')).toContain(printMachine(configTable))
  })

  it('states the numbers of vectors', () => {
    const ciphers = aesCbcCases.filter(({ result }) => result === 'valid')
    // No key signs worked example G.
    const valid = signings.length + logins.length + deviceChecks.length + 1 + ciphers.length
    const invalid =
      refusals.length +
      loginRefusals.length +
      configRefusals.length +
      (aesCbcCases.length - ciphers.length)
    expect(valid).toBeGreaterThanOrEqual(400)
    expect(invalid).toBeGreaterThanOrEqual(200)
    expect(readme).toContain(`${valid} valid and ${invalid} invalid`)
    expect(readme).toContain(`${aesCbcCases.length} cases of AES-CBC`)
    expect(readme).toContain(`${Object.keys(ENCRYPTED_ENDPOINTS).length} log-in endpoints`)
  })
})

describe.each([
  ['README', readme],
  ['PROTOCOL', protocol],
])('%s', (_name, text) => {
  it('links only to files of the tarball and to full addresses', () => {
    const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link)
    const isKnown = (link: string) => link.startsWith('https:') || manifest.files.includes(link)
    expect(links.filter((link) => !isKnown(link))).toEqual([])
  })

  it('links to the repository that package.json names', () => {
    const page = manifest.homepage.split('/tree/')[0] ?? ''
    const links = [...text.matchAll(/\]\((https:[^)]+\/blob\/[^)]+)/g)]
    expect(links.filter(([, link = '']) => !link.startsWith(page))).toEqual([])
  })
})

describe('mutation.json', () => {
  it('meets the score threshold and matches the README', () => {
    const { score, mutants, noticed, survived, untested, withConstants } = mutation
    expect({
      withConstants,
      sum: noticed + survived + untested,
      score: Math.floor((1000 * noticed) / mutants) / 10,
    }).toEqual({ withConstants: true, sum: mutants, score })
    expect(score).toBeGreaterThanOrEqual(90)
    expect(readme).toContain(`${score} % of ${mutants.toLocaleString('en')} changes`)
  })
})

/** All test files and files with shared test cases. */
const tests = readdirSync(new URL('.', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
}).filter((name) => /\.test\.ts$|^testing\//.test(name) && name.endsWith('.ts'))
/** A title may cite several threats. */
const citedIn = (name: string) =>
  [...read(name).matchAll(/PROTOCOL (T\d+(?: T\d+)*)/g)].flatMap(([, threats = '']) =>
    threats.split(' '),
  )
const cited = new Set(tests.flatMap(citedIn))
const threats = [...protocol.matchAll(/^\| (T\d+) \|/gm)].map(([, threat = '']) => threat)

describe('PROTOCOL', () => {
  it('numbers its threats without a gap', () => {
    expect(threats.length).toBeGreaterThan(20)
    expect(threats).toEqual(threats.map((_, index) => `T${index + 1}`))
  })

  it('has a test for each threat and no unknown threat', () => {
    expect(threats.filter((threat) => !cited.has(threat))).toEqual([])
    expect([...cited].filter((threat) => !threats.includes(threat))).toEqual([])
  })

  it.each(
    [...protocol.matchAll(/^\| (T\d+) \|.*\| ([^|]+) \|$/gm)].map(
      ([, threat = '', files = '']) => ({ threat, files }),
    ),
  )('lists the tests of $threat', ({ threat, files }) => {
    const expected = tests
      .filter((name) => citedIn(name).includes(threat))
      .map((name) => `\`${name.replace(/(\.test)?\.ts$/, '')}\``)
    expect(files.split(', ').sort()).toEqual(expected.sort())
  })

  it('lists every endpoint whose body is encrypted, and every field', () => {
    const section = protocol.slice(protocol.indexOf('## 4.'), protocol.indexOf('## 5.'))
    const named = [...section.matchAll(/`(\/[A-Za-z0-9/-]+)`/g)]
      .map(([, path]) => `/v1/user${path}`)
      .filter((path) => path in ENCRYPTED_ENDPOINTS)
    const others = ['google', 'wallet', 'tg'].flatMap((provider) =>
      ['register', 'sign', 'check'].map((step) => `/v1/user/third/${provider}/${step}`),
    )
    expect([...named, ...others].sort()).toEqual(Object.keys(ENCRYPTED_ENDPOINTS).sort())
    expect(/^Sensitive: (.*)\. Every/m.exec(section)?.[1]).toBe(
      SENSITIVE_FIELDS.map((name) => `\`${name}\``).join(', '),
    )
  })

  it.each(signings.filter(({ name }) => /^[A-F] .*rsa1024/.test(name)))(
    'contains worked example $name',
    ({ stringToSign, body, bytes, md5 }) => {
      const printed = stringToSign
        .slice(0, stringToSign.length - body.length)
        .replaceAll('\n', '\\n')
      const row = protocol.split('\n').find((line) => line.includes(md5))
      expect(row).toContain(`\`${printed}\``)
      expect(row).toContain(body)
      expect(row).toContain(`| ${bytes} |`)
    },
  )

  it('contains worked example G', () => {
    const text = workedExampleG.initSignString!
    expect(protocol).toContain(`\`${text.replaceAll('\n', '\\n')}\` | ${Buffer.byteLength(text)} |`)
  })
})
