import { createEmitter } from '@x/kit'
import type { Deposit } from '@x/api'
import { depositView } from './createDeposits.ts'
import type { Networks, RunningNetwork } from './createNetworks.ts'
import { AWAITED } from './createWatcher.ts'
import type { DepositChange, DepositSource } from './ports/DepositSource.ts'
import type { Sighting } from './sightings.ts'

/** Deposits for the private socket: from memory, and with each block. */
export function createDepositSource(
  networks: Pick<Networks, 'list' | 'onSightings'>,
): DepositSource {
  const changes = createEmitter<DepositChange>()
  networks.onSightings(({ running, sightings }) => {
    for (const [userId, rows] of byUser(sightings, running)) changes.emit({ userId, rows })
  })
  return {
    open: (userId) =>
      networks.list.flatMap((running) =>
        [...running.sightings()]
          .filter((each) => each.userId === userId && AWAITED.has(each.state))
          .map((each) => depositView(each, running)),
      ),
    onChange: changes.subscribe,
  }
}

/** Unlisted tokens are left out: anybody can send them. */
function byUser(
  sightings: readonly Readonly<Sighting>[],
  running: RunningNetwork,
): ReadonlyMap<string, Deposit[]> {
  const users = new Map<string, Deposit[]>()
  for (const sighting of sightings) {
    const { userId, reason } = sighting
    if (userId === null || reason === 'unlisted') continue
    const rows = users.get(userId) ?? []
    users.set(userId, rows)
    rows.push(depositView(sighting, running))
  }
  return users
}
