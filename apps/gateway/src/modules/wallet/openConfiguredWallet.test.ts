import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSigner } from '../../../../signer/src/createSigner.ts'
import { createKeys } from '../../../../signer/src/keys.ts'
import { openJournal } from '../../../../signer/src/openJournal.ts'
import { serve } from '../../../../signer/src/serve.ts'
import { nodeClock } from '../../platform/nodePorts.ts'
import { openConfiguredWallet, readWallet } from './openConfiguredWallet.ts'
import { DEVELOPMENT_NETWORKS, LITECOIN_NETWORK } from './ports/networks.ts'

const [network] = DEVELOPMENT_NETWORKS
const file = (changes: object = {}, ofNetwork: object = {}) =>
  JSON.stringify({
    signer: '/run/signer.sock',
    networks: [{ ...network, url: 'https://node.example', ...ofNetwork }],
    ...changes,
  })

describe('the file of chains (wallet 1)', () => {
  it('names the signer and the node of each network', () => {
    expect(readWallet(file())).toMatchObject({
      signer: '/run/signer.sock',
      networks: [{ id: 'evm-a', url: 'https://node.example' }],
    })
  })

  it.each([
    ['no signer', file({ signer: undefined }), 'has no "signer"'],
    ['no networks', file({ networks: [] }), 'has no "networks"'],
    ['null', 'null', 'has no "signer"'],
    ['a network without an id', file({}, { id: 5 }), 'has no "id"'],
    ['a network without a node', file({}, { url: 'node.example' }), 'has no "url"'],
    ['an unknown family', file({}, { family: 'xrp' }), 'has no "family" that is served'],
    ['an EVM network of coins', file({}, { family: 'btc' }), 'an EVM network has a chainId'],
    ['depths in the wrong order', file({}, { creditAt: 99 }), 'WALLET_FILE: The network evm-a'],
  ])('refuses %s', (_, text, message) => {
    expect(() => readWallet(text)).toThrow(message)
  })
})

describe('a UTXO network of the file (wallet 1)', () => {
  it('is read with the prefix of its addresses', () => {
    const url = 'https://user:secret@node.example'
    const { networks } = readWallet(file({ networks: [{ ...LITECOIN_NETWORK, url }] }))
    expect(networks).toMatchObject([{ id: 'ltc', addressPrefix: 'rltc', url }])
  })
})

describe('the chains of an operator', () => {
  let dir = ''
  let chainId = 31_337
  const node = createServer((request, response) => {
    request.resume()
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${chainId.toString(16)}` }))
  })
  let signer: Awaited<ReturnType<typeof serve>>
  const keys = createKeys(Buffer.alloc(32, 9))
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'configured-'))
    const journal = openJournal(path.join(dir, 'journal.jsonl'))
    const policy = { networks: {}, approvers: {} }
    const socket = path.join(dir, 'signer.sock')
    signer = await serve(createSigner({ keys, policy, journal, now: Date.now }), socket)
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
    const cold = { coldAddress: `0x${'c'.repeat(40)}` }
    await writeFile(path.join(dir, 'wallet.json'), file({ signer: socket }, { url, ...cold }))
  })
  afterAll(async () => {
    node.close()
    signer.close()
    await rm(dir, { recursive: true, force: true })
  })
  const open = () =>
    openConfiguredWallet({ file: path.join(dir, 'wallet.json'), clock: nodeClock() })

  it('connects to the node, with keys of the signer and own addresses', async () => {
    const wallet = await open()
    const [first] = wallet.networks
    expect((await wallet.connect(first!))?.network).toBe('evm-a')
    expect(await wallet.keys.deriveAddress('evm', 3)).toBe(keys.depositAddress(3))
    expect(wallet.ownAddresses?.(first!)).toEqual([keys.hot.toLowerCase(), `0x${'c'.repeat(40)}`])
    await wallet.close?.()
  })

  it('refuses a node of another chain', async () => {
    const wallet = await open()
    chainId = 1
    await expect(wallet.connect(wallet.networks[0]!)).rejects.toThrow('is of chain 1, not 31337')
    await wallet.close?.()
  })
})
