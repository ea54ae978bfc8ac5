import type { LedgerServer } from './LedgerServer.ts'
import type { LogCluster } from './LogCluster.ts'
import type { Machine } from './Machine.ts'
import type { Network } from './network.ts'
import type { Host, Process, World } from './World.ts'

export interface Shaken {
  readonly world: World
  readonly network: Network
  readonly machines: readonly Machine[]
  readonly log: LogCluster
  readonly ledger: LedgerServer
  /** Says what happens, for who reads a seed that failed. */
  readonly say: (line: string) => void
}

export interface Troubles {
  /** Who has the lease and has not led yet stands still now and then. */
  onElected(process: Process): void
  /** All is well again: nothing more happens, and what is down comes up. */
  end(): void
}

const HOUR_MS = 3_600_000
const PEOPLE = ['t0', 't1', 't2']

/** Kills, pauses, cuts, slow disks and wrong clocks, at moments that the seed says. */
export function makeTroubles(shaken: Shaken, { forMs }: { readonly forMs: number }): Troubles {
  const { world, network, machines, log, ledger, say } = shaken
  let isOver = false
  const count = 3 + world.below(9)
  const kinds = troublesOf(shaken)
  for (let trouble = 0; trouble < count; trouble++)
    world.after(world.below(forMs), () => {
      if (!isOver) world.pick(kinds)()
    })
  return {
    onElected(process) {
      if (isOver || !world.chance(0.25)) return
      const ms = 1_000 + world.below(7_000)
      say(`${process.host.name} stands still for ${ms} ms with the lease it just got`)
      process.pausedUntil = world.now() + ms
    },
    end() {
      isOver = true
      network.heal()
      for (const node of log.nodes) {
        node.host.syncMs = 2
        const process = node.process()
        if (process) process.pausedUntil = 0
        else node.start()
      }
      ledger.host.syncMs = 2
      if (!ledger.process()) ledger.start()
      for (const machine of machines) {
        const process = machine.process()
        if (process) process.pausedUntil = 0
        else machine.start()
      }
    },
  }
}

function troublesOf(shaken: Shaken): readonly (() => void)[] {
  return [
    ...machineTroubles(shaken),
    ...logTroubles(shaken),
    ...networkTroubles(shaken),
    ...clockTroubles(shaken),
  ]
}

/** The one that leads more often than the others: there most can go wrong. */
function someMachine({ world, machines }: Shaken): Machine {
  const leader = machines.find((machine) => machine.core())
  return leader && world.chance(0.6) ? leader : world.pick(machines)
}

function machineTroubles(shaken: Shaken): readonly (() => void)[] {
  const { world, ledger, say } = shaken
  const stop = (power: boolean) => () => {
    const machine = someMachine(shaken)
    const ms = 100 + world.below(5_000)
    say(`${machine.host.name} is ${power ? 'without power' : 'killed'} for ${ms} ms`)
    machine.kill({ power })
    world.after(ms, machine.start)
  }
  return [
    stop(false),
    stop(true),
    () => {
      const machine = someMachine(shaken)
      const ms = 100 + world.below(9_000)
      const process = machine.process()
      say(`${machine.host.name} stands still for ${ms} ms`)
      if (process) process.pausedUntil = world.now() + ms
    },
    () => {
      const ms = 100 + world.below(4_000)
      say(`the ledger is down for ${ms} ms`)
      ledger.kill()
      world.after(ms, () => (ledger.process() ? undefined : ledger.start()))
    },
  ]
}

function logTroubles({ world, log, say }: Shaken): readonly (() => void)[] {
  const some = () => (world.chance(0.6) ? log.primary() : world.pick(log.nodes))
  const kill = () => {
    const node = some()
    const ms = 50 + world.below(7_000)
    say(`${node.host.name} is without power for ${ms} ms`)
    node.kill()
    world.after(ms, () => (node.process() ? undefined : node.start()))
  }
  return [
    kill,
    kill,
    () => {
      const node = some()
      const ms = 100 + world.below(6_000)
      const process = node.process()
      say(`${node.host.name} stands still for ${ms} ms`)
      if (process) process.pausedUntil = world.now() + ms
    },
    () => {
      const node = some()
      const ms = 500 + world.below(5_000)
      say(`the disk of ${node.host.name} takes up to 200 ms for ${ms} ms`)
      node.host.syncMs = 200
      world.after(ms, () => void (node.host.syncMs = 2))
    },
  ]
}

function networkTroubles({ world, network, machines, log, say }: Shaken): readonly (() => void)[] {
  const logs = log.nodes.map(({ host }) => host.name)
  const cores = machines.map(({ host }) => host.name)
  const all = [...logs, ...cores, 'ledger', 'operator', ...PEOPLE]
  const cut = (from: readonly string[], to: readonly string[]) => {
    const ms = 200 + world.below(6_000)
    say(`${from.join()} and ${to.join()} are cut for ${ms} ms`)
    for (const a of from) for (const b of to) if (a !== b) network.cut(a, b)
    world.after(ms, () => {
      for (const a of from) for (const b of to) network.heal(a, b)
    })
  }
  return [
    () => cut([world.pick(cores)], logs),
    () => cut([world.pick(cores)], ['ledger']),
    () => cut([log.primary().host.name], logs),
    () => cut([world.pick(all)], [world.pick(all)]),
    () => {
      const one = world.pick(all)
      cut([one], all)
    },
    () => {
      const name = world.pick(all)
      const ms = 500 + world.below(6_000)
      say(`${name} answers up to 150 ms later for ${ms} ms`)
      network.slow(name, 150)
      world.after(ms, () => network.slow(name, 0))
    },
  ]
}

/** A lease is over too early where its server's clock runs ahead: then two think they lead. */
function clockTroubles(shaken: Shaken): readonly (() => void)[] {
  const { world, ledger, say } = shaken
  const shift = (host: Host, ms: number) => {
    host.skewMs += ms
    say(`the clock of ${host.name} moves by ${(ms / HOUR_MS).toFixed(1)} hours`)
  }
  const anyTime = () => (world.random() - 0.5) * 10 * HOUR_MS
  return [
    () => shift(someMachine(shaken).host, anyTime()),
    () => shift(ledger.host, anyTime()),
    () => shift(ledger.host, world.random() * HOUR_MS),
  ]
}
