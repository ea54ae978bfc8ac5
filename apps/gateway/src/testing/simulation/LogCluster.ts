import { createLogNode, type LogFault, type LogNode } from './LogNode.ts'
import type { Change } from './logTables.ts'
import type { Network } from './network.ts'
import type { World } from './World.ts'

/** Three servers, of which one is the primary, and who says which. */
export interface LogCluster {
  readonly nodes: readonly LogNode[]
  /** Where clients are led to. */
  primary(): LogNode
  /** How often another one was made the primary. */
  promotions(): number
  /** All that was ever appended and is in the log. */
  appended(): readonly Extract<Change, { kind: 'append' }>[]
}

export type ClusterFault = LogFault | 'promotes-who-answers-first'

const LOOK_MS = 400
/** So long a primary may be silent. */
const SILENT_MS = 1_500

/**
 * The rule of promotion: under `ANY 1` of two standbys both must answer, each takes nothing of
 * the former primary from then on, and the one with the longer log leads.
 */
export function createLogCluster({
  world,
  network,
  fault,
}: {
  readonly world: World
  readonly network: Network
  readonly fault: ClusterFault | undefined
}): LogCluster {
  const names = ['log0', 'log1', 'log2']
  const nodes: readonly LogNode[] = names.map((name, at) =>
    createLogNode({
      world,
      network,
      name,
      isPrimary: at === 0,
      others: () => nodes.filter(({ host }) => host.name !== name),
      fault: fault === 'promotes-who-answers-first' ? undefined : fault,
    }),
  )
  const operator = world.start(world.host('operator'))
  let [primary] = nodes as [LogNode]
  let timeline = 1
  let answeredAt = 0
  let promotions = 0
  /** While another one is looked for: how long the log of each is that has promised. */
  let promised: Map<LogNode, number> | undefined

  const ask = (node: LogNode, run: () => void) =>
    network.send(operator.host, node.host, { to: node.process, run })
  const report = (node: LogNode, run: () => void) =>
    network.send(node.host, operator.host, { to: () => operator, run })

  function look(): void {
    for (const node of nodes) {
      const leads = primary
      if (node === leads) ask(node, () => report(node, () => answered(node)))
      else if (!promised) ask(node, () => node.accept(leads))
    }
    if (promised || world.now() - answeredAt > SILENT_MS) elect()
    world.after(LOOK_MS, look, operator)
  }

  function answered(node: LogNode): void {
    if (node === primary) answeredAt = world.now()
  }

  function elect(): void {
    promised ??= new Map()
    const next = timeline + 1
    for (const node of nodes)
      if (node !== primary)
        ask(node, () => {
          const flushed = node.promise(next)
          report(node, () => promise(node, { next, flushed }))
        })
  }

  function promise(node: LogNode, { next, flushed }: { next: number; flushed: number }): void {
    if (!promised || next !== timeline + 1) return
    promised.set(node, flushed)
    const needed = fault === 'promotes-who-answers-first' ? 1 : nodes.length - 1
    if (promised.size < needed) return
    const longest = [...promised].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
    timeline = next
    promised = undefined
    primary = longest
    answeredAt = world.now()
    promotions++
    promote(longest, next)
  }

  /** Asked until it does. */
  function promote(node: LogNode, at: number): void {
    if (node !== primary || timeline !== at || (node.isPrimary && node.timeline === at)) return
    ask(node, () => (node.timeline < at ? node.promote(at) : undefined))
    world.after(LOOK_MS, () => promote(node, at), operator)
  }

  for (const node of nodes) node.start()
  world.after(LOOK_MS, look, operator)
  return {
    nodes,
    primary: () => primary,
    promotions: () => promotions,
    appended: () =>
      primary.written
        .slice(0, primary.flushed)
        .filter(
          (change): change is Extract<Change, { kind: 'append' }> => change.kind === 'append',
        ),
  }
}
