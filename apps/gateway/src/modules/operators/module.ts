import { findAuditEntries } from '../../platform/audit/findAuditEntries.ts'
import type { IdentityReview } from '../verification/ports/IdentityReview.ts'
import path from 'node:path'
import type { Clock, Random } from '@x/kit'
import type { RulesUpgrade } from '../../exchange/trading-core/createRulesUpgrade.ts'
import type { EarnPool } from '../earn/ports/EarnPool.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { P2pAppeals } from '../p2p/ports/P2pPorts.ts'
import { createAttestations } from '../reserves/ports/attestations.ts'
import type { Trading } from '../trading/module.ts'
import type { Signer } from '../wallet/ports/Signer.ts'
import { createAgents } from './agents.ts'
import { createHeldDeposits, type HeldDepositsOptions } from './createHeldDeposits.ts'
import { createOperatorActions, type OperatedNetworks } from './createOperatorActions.ts'
import { createOperatorServer, type OperatorServer } from './createOperatorServer.ts'
import { createOperatorSessions } from './createOperatorSessions.ts'
import type { Operator } from './Operator.ts'
import { openOperatorLog, type OperatorLog } from './openOperatorLog.ts'

/** Who the operators are, and where their pages are. */
export interface OperatorSettings {
  readonly list: readonly Operator[]
  /** Folder of their log. */
  readonly dir: string
  /** On 127.0.0.1; 0 takes any that is free. */
  readonly port: number
  readonly onListening?: (url: string) => void
}

export interface OperatorsOptions {
  /** Absent: this gateway has no pages for operators. */
  readonly operators?: OperatorSettings | undefined
  readonly trading: Trading
  readonly networks: OperatedNetworks & HeldDepositsOptions['networks']
  readonly returns: HeldDepositsOptions['returns']
  readonly signer: Signer | undefined
  readonly appeals: P2pAppeals
  readonly identities: IdentityReview
  readonly earnPool: EarnPool
  readonly rules: RulesUpgrade
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/**
 * The pages of operators: review of withdrawals, networks, hot address (wallet 4), P2P appeals
 * (products 2), the earn pool (products 3) and the rules of the log.
 */
export function createOperatorsModule(options: OperatorsOptions): GatewayModule {
  const { operators, trading, db } = options
  let server: OperatorServer | undefined
  let audit: OperatorLog | undefined
  return {
    routes: [],
    async start() {
      if (!operators) return
      audit = openOperatorLog(path.join(operators.dir, 'operators.log'))
      server = createOperatorServer({
        ...options,
        audit,
        sessions: createOperatorSessions({ ...options, operators: operators.list }),
        actions: createOperatorActions({ ...options, trading: trading.service }),
        agents: createAgents(db),
        held: createHeldDeposits(options),
        attestations: createAttestations(options),
        findAudit: ({ user, order }) =>
          findAuditEntries(db, {
            user: user === '' ? undefined : user,
            order: order === '' ? undefined : order,
            limit: AUDIT_ENTRIES,
          }),
      })
      const port = await server.listen(operators.port)
      operators.onListening?.(`http://127.0.0.1:${port}`)
    },
    async stop() {
      await server?.stop()
      audit?.close()
    },
  }
}

const AUDIT_ENTRIES = 500
