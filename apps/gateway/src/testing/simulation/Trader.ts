import { createDiary, type Diary } from './diary.ts'
import type { Asked, Machine, Reply } from './Machine.ts'
import type { Network } from './network.ts'
import type { World } from './World.ts'

/** Somebody who trades, asks again until an answer comes, and writes down each one. */
export interface Trader {
  readonly name: string
  readonly diary: Diary
  isIdle(): boolean
  stop(): void
}

const ANSWER_TIMEOUT_MS = 700
const LOSSY = 0.05
const FUNDS = { USDT: '500000000000000', BTC: '100000000000', SHIB: '5000000000000000000000000' }
const MID = 60_000

export function createTrader({
  world,
  network,
  name,
  machines,
}: {
  readonly world: World
  readonly network: Network
  readonly name: string
  readonly machines: readonly Machine[]
}): Trader {
  const host = world.host(name)
  const process = world.start(host)
  const diary = createDiary()
  const orders: number[] = []
  let asked = 0
  let target = world.below(machines.length)
  let isStopped = false
  let isIdle = false

  function nextCommand(): Asked {
    const at = 0
    const clientOid = `${name}-${asked}`
    if (asked++ === 0)
      return { kind: 'grant', at, realm: 'live', userId: name, key: `grant-${name}`, funds: FUNDS }
    if (world.chance(0.2) && orders.length > 0)
      return { kind: 'cancel', at, orderId: world.pick(orders) }
    if (world.chance(0.25)) {
      const toUserId = `t${(Number(name.slice(1)) + 1 + world.below(2)) % 3}`
      const atoms = String(1 + world.below(1_000_000))
      const parties = { askedBy: name, fromUserId: name, toUserId }
      return { kind: 'transfer', at, clientOid, ...parties, asset: 'USDT', atoms }
    }
    return {
      kind: 'place',
      at,
      userId: name,
      clientOid,
      digest: 'd',
      symbol: world.pick(['BTCUSDT', 'SHIBUSDT']),
      side: world.pick(['buy', 'sell'] as const),
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks: MID + world.below(21) - 10,
      lots: 1 + world.below(500),
      budget: 0,
      makerPpm: 1_000,
      takerPpm: 1_000,
    }
  }

  function trade(): void {
    if (isStopped) {
      isIdle = true
      return
    }
    ask(nextCommand())
  }

  /** Again and again, at one machine after the other, under the same name. */
  function ask(command: Asked): void {
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      world.after(1 + world.below(60), trade, process)
    }
    const again = () => {
      if (isOver) return
      const machine = machines[target]!
      const late = world.after(
        ANSWER_TIMEOUT_MS,
        () => {
          if (isOver) return
          target = (target + 1) % machines.length
          again()
        },
        process,
      )
      send(machine, command, (reply) => {
        // Also one that nobody waits for any more is an answer.
        if (reply.state === 'done') note(command, reply)
        if (isOver) return
        if (reply.state !== 'away') over()
        else if (machine === machines[target]) {
          late.cancel()
          target = (target + 1) % machines.length
          world.after(50, again, process)
        }
      })
    }
    again()
  }

  function note(command: Asked, reply: Reply): void {
    diary.note(command, reply)
    if (command.kind === 'place' && reply.number !== undefined) orders.push(Number(reply.number))
  }

  function send(machine: Machine, command: Asked, onReply: (reply: Reply) => void): void {
    network.send(host, machine.host, {
      to: machine.process,
      lossy: LOSSY,
      run: () =>
        void machine.ask(command).then((reply) =>
          network.send(machine.host, host, {
            to: () => process,
            lossy: LOSSY,
            run: () => onReply(reply),
          }),
        ),
    })
  }

  world.after(world.below(500), trade, process)
  return { name, diary, isIdle: () => isIdle, stop: () => void (isStopped = true) }
}
