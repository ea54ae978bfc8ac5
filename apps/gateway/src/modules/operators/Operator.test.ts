import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword, isPassword, isSignedBy, type Operator, readOperators } from './Operator.ts'

const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const HASH = `scrypt:${Buffer.alloc(16).toString('base64')}:${keyOf(0)}`
const ann = { name: 'ann', password: HASH, totpSecret: SECRET, publicKey: keyOf(1) }
const bob = { ...ann, name: 'bob', publicKey: keyOf(2) }
const without = (field: keyof Operator) =>
  Object.fromEntries(Object.entries(ann).filter(([name]) => name !== field))
const read = (list: unknown) => readOperators(JSON.stringify(list))

describe('the file of operators', () => {
  it('lists them in the order of the file', () => {
    expect(read([bob, ann])).toEqual([bob, ann])
  })

  it('may list nobody', () => expect(read([])).toEqual([]))

  it.each(['al', 'a1', 'a-b', 'on-call-2', `a${'b'.repeat(31)}`])('takes the name %s', (name) =>
    expect(read([{ ...ann, name }])).toHaveLength(1),
  )

  it.each([
    '',
    'a',
    'Ann',
    '1st',
    '-ann',
    'ann b',
    'ann|bob',
    'änn',
    'ann\n',
    `a${'b'.repeat(32)}`,
  ])('refuses the name %j, which a log or a policy could misread', (name) =>
    expect(() => read([{ ...ann, name }])).toThrow(TypeError),
  )

  it.each(['name', 'password', 'totpSecret', 'publicKey'] as const)(
    'refuses an operator without %s',
    (field) => expect(() => read([without(field)])).toThrow(/is not complete/),
  )

  it.each([
    ['password', 'in clear'],
    ['password', 'scrypt:'],
    ['password', `scrypt:${Buffer.alloc(16).toString('base64')}`],
    ['password', `scrypt:AAAA:${Buffer.alloc(31).toString('base64')}`],
    ['password', 7],
    ['totpSecret', SECRET.slice(1)],
    ['totpSecret', SECRET.toLowerCase()],
    ['totpSecret', `${SECRET}=`],
    ['totpSecret', `${SECRET}1`],
    ['totpSecret', null],
    ['publicKey', ''],
    ['publicKey', Buffer.alloc(31, 1).toString('base64')],
    ['publicKey', Buffer.alloc(33, 1).toString('base64')],
    ['publicKey', []],
    ['name', ['ann']],
    ['name', 5],
  ])('refuses a %s of %j', (field, value) =>
    expect(() => read([{ ...ann, [field]: value }])).toThrow(/is not complete/),
  )

  it.each([
    ['a number', '1'],
    ['an object', '{"0":{}}'],
    ['null', 'null'],
    ['text', '"ann"'],
  ])('refuses %s instead of a list', (_what, text) =>
    expect(() => readOperators(text)).toThrow(/no list/),
  )

  it.each([[null], [1], ['ann'], [[]]])('refuses a list of %j', (entry) =>
    expect(() => read([entry])).toThrow(/is not complete/),
  )

  it('refuses what is no JSON', () => expect(() => readOperators('[')).toThrow(TypeError))

  it('names the operator that is not complete', () => {
    expect(() => read([ann, { ...bob, totpSecret: '' }])).toThrow('The operator bob')
  })

  it('refuses two with one name', () => {
    expect(() => read([ann, { ...bob, name: 'ann' }])).toThrow('Two operators have one name.')
  })

  it('refuses one key under two names: one person would sign twice', () => {
    expect(() => read([ann, { ...bob, publicKey: ann.publicKey }])).toThrow('have one key.')
  })

  it('knows a key again however its base64 ends', () => {
    const unpadded = ann.publicKey.replace(/=+$/, '')
    expect(unpadded).not.toBe(ann.publicKey)
    expect(() => read([ann, { ...bob, publicKey: unpadded }])).toThrow('have one key.')
  })
})

describe('the password of an operator', () => {
  let hash = ''
  beforeAll(async () => void (hash = await hashPassword('correct horse')))

  it('is right only letter by letter', async () => {
    expect(await isPassword('correct horse', { password: hash })).toBe(true)
    expect(await isPassword('correct horse ', { password: hash })).toBe(false)
    expect(await isPassword('', { password: hash })).toBe(false)
  })

  it('is hashed with a salt of its own each time', async () => {
    const again = await hashPassword('correct horse')
    expect(again).toMatch(/^scrypt:[A-Za-z0-9+/]{22}==:[A-Za-z0-9+/]{43}=$/)
    expect(again.split(':')[1]).not.toBe(hash.split(':')[1])
    expect(again.split(':')[2]).not.toBe(hash.split(':')[2])
  })

  it.each([
    ['nobody', undefined],
    ['no hash', { password: 'scrypt:AAAA' }],
    ['an empty hash', { password: 'scrypt:AAAA:' }],
    ['half of the hash', { password: 'scrypt:AAAA:AAAAAAAAAAAAAAAAAAAAAA==' }],
  ])('is never that of %s', async (_owner, operator) => {
    expect(await isPassword('', operator)).toBe(false)
  })
})

describe('the signature of an operator', () => {
  const pair = () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
    return { publicKey: raw.toString('base64'), privateKey }
  }
  const [own, other] = [pair(), pair()]
  const text = '7|evm-a|0xab|USDT|100|1'
  const by = ({ privateKey }: typeof own, signed = text) =>
    sign(null, Buffer.from(signed), privateKey).toString('base64')

  it('covers this text by this key', () => {
    expect(isSignedBy(own, { text, signature: by(own) })).toBe(true)
  })

  it.each([
    ['of another operator', by(other)],
    ['of a text with another amount', by(own, '7|evm-a|0xab|USDT|101|1')],
    ['of the text and more', by(own, `${text}|`)],
    ['that is empty', ''],
    ['that is too short', by(own).slice(0, 80)],
    ['that is too long', Buffer.alloc(65).toString('base64')],
    ['of zeros', Buffer.alloc(64).toString('base64')],
    ['that is no base64', '?'.repeat(88)],
  ])('is refused %s', (_which, signature) => {
    expect(isSignedBy(own, { text, signature })).toBe(false)
  })

  it('is refused once one bit of it is turned', () => {
    const bytes = Buffer.from(by(own), 'base64')
    for (const at of [0, 31, 32, 63]) {
      const turned = Buffer.from(bytes)
      turned[at] = (turned[at] ?? 0) ^ 1
      expect(isSignedBy(own, { text, signature: turned.toString('base64') })).toBe(false)
    }
  })
})
