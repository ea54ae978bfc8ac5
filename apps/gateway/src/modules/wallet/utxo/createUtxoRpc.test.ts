import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectUtxoNode } from './connectUtxoNode.ts'
import { createUtxoBatch, createUtxoRpc, rpcCodeOf, unitsOf } from './createUtxoRpc.ts'

/** The answers of a node, by method. */
let answers: Readonly<Record<string, string>> = {}
let seen: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
const node = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    seen.push({ headers: request.headers, body })
    const asked = JSON.parse(body) as { method: string } | { method: string }[]
    const answer = ({ method }: { method: string }) => answers[method] ?? 'Unauthorized'
    response.end(Array.isArray(asked) ? `[${asked.map(answer).join(',')}]` : answer(asked))
  })
})
let host = ''
const result = (text: string): string => `{"result":${text},"error":null,"id":1}`
const error = (code: number, message: string): string =>
  JSON.stringify({ result: null, error: { code, message }, id: 1 })

beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(node.address() as AddressInfo).port}`
})
beforeEach(() => {
  answers = {}
  seen = []
})
afterAll(() => void node.close())

const call = (url = `http://ann:pa%40ss@${host}/wallet`) => createUtxoRpc({ network: 'ltc', url })

describe('calls of a node (wallet 1)', () => {
  it('sends user and password in a header', async () => {
    answers = { getblockcount: result('7') }
    expect(await call()<number>('getblockcount', [1, 'a'])).toBe(7)
    expect(seen[0]?.headers['authorization']).toBe(
      `Basic ${Buffer.from('ann:pa@ss').toString('base64')}`,
    )
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      method: 'getblockcount',
      params: [1, 'a'],
    })
    expect(await call(`http://${host}`)('getblockcount', [])).toBe(7)
    expect(seen[1]?.headers['authorization']).toBeUndefined()
  })

  it('reads amounts digit for digit', async () => {
    answers = { gettxout: result('{"value":0.12345670,"confirmations":3,"all":[50.00000000]}') }
    expect(await call()('gettxout', [])).toEqual({
      value: '0.12345670',
      confirmations: 3,
      all: ['50.00000000'],
    })
  })

  it('names what a node refuses, with its number', async () => {
    answers = { getblock: error(-5, 'Block not found') }
    const refused = await call()('getblock', []).catch((fault: unknown) => fault)
    expect(refused).toMatchObject({
      code: 'REFUSED',
      message: 'ltc refused getblock: Block not found',
    })
    expect(rpcCodeOf(refused)).toBe(-5)
    expect(rpcCodeOf(new Error('other'))).toBeUndefined()
  })

  it.each([
    ['a node that is starting', { getblock: error(-28, 'Loading block index…') }],
    ['a wrong password', {}],
    ['an answer that is none', { getblock: 'null' }],
  ])('takes %s for one that does not answer', async (_, given) => {
    answers = given as Readonly<Record<string, string>>
    const fault = await call()('getblock', []).catch((each: unknown) => each)
    expect(fault).toMatchObject({ code: 'UNREACHABLE', message: 'ltc did not answer getblock.' })
    expect(String(fault)).not.toContain('pa@ss')
  })

  it('says that nobody is there', async () => {
    await expect(call('http://127.0.0.1:1')('getblock', [])).rejects.toMatchObject({
      code: 'UNREACHABLE',
    })
  })

  it.each([
    ['0.00000001', 1n],
    ['50.00000000', 5_000_000_000n],
    [0, 0n],
    [21_000_000, 2_100_000_000_000_000n],
  ])('counts %s as units', (amount, units) => {
    expect(unitsOf(amount)).toBe(units)
  })

  it('takes nothing else for an amount', () => {
    for (const amount of ['0.000000001', 'x', '1e-8', ''])
      expect(() => unitsOf(amount)).toThrow('is no amount')
  })
})

describe('many calls of a node (wallet 1)', () => {
  const batch = (each: readonly (readonly unknown[])[]) =>
    createUtxoBatch({ network: 'ltc', url: `http://ann:pw@${host}` })('getblock', each)

  it('are sent together and in order, in requests of bounded size', async () => {
    answers = { getblock: result('"b"') }
    const each = Array.from({ length: 450 }, (_, at) => [at])
    expect(await batch(each)).toHaveLength(450)
    const sent = seen.map(({ body }) => JSON.parse(body) as { method: string; params: number[] }[])
    expect(sent.map((calls) => calls.length)).toEqual([200, 200, 50])
    expect(sent.flat().flatMap(({ params }) => params)).toEqual(each.flat())
    expect(seen[0]?.headers['authorization']).toMatch(/^Basic /)
    expect(await batch([])).toEqual([])
    expect(seen).toHaveLength(3)
  })

  it.each([
    ['one is refused', error(-8, 'out of range'), 'REFUSED'],
    ['the node is starting', error(-28, 'Loading'), 'UNREACHABLE'],
    ['the answer is none', 'Unauthorized', 'UNREACHABLE'],
  ])('fail when %s', async (_, answer, code) => {
    answers = { getblock: answer }
    await expect(batch([[1], [2]])).rejects.toMatchObject({ code })
  })
})

describe('a configured node (wallet 1)', () => {
  const index = result('{"txindex":{"synced":true,"best_block_height":1}}')
  const connect = (addressPrefix: string) =>
    connectUtxoNode({ id: 'ltc', addressPrefix }, `http://${host}`)

  it.each([
    ['main', 'ltc'],
    ['main', 'bc'],
    ['regtest', 'rltc'],
    ['test', 'tltc'],
  ])('serves the chain %s with addresses of %s', async (chain, prefix) => {
    answers = { getblockchaininfo: result(`{"chain":"${chain}"}`), getindexinfo: index }
    expect((await connect(prefix)).network).toBe('ltc')
  })

  it.each([
    ['another chain', 'regtest', index, 'is of the chain regtest, not of ltc addresses'],
    ['no index', 'main', result('{}'), 'has no index of transactions'],
    ['half an index', 'main', result('{"txindex":{"synced":false}}'), 'has no index'],
  ])('is refused with %s', async (_, chain, found, message) => {
    answers = { getblockchaininfo: result(`{"chain":"${chain}"}`), getindexinfo: found }
    await expect(connect('ltc')).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining(message),
    })
  })
})
