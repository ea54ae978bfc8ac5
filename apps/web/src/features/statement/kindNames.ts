import { STATEMENT_KINDS } from './statementKinds.ts'
import type { StatementLine } from '../../data/statement/api.ts'
import { usePairName } from '../../data/symbols/usePairName.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'

/** A name that a later version of the exchange added: `staking_reward` as "Staking reward". */
export function plainName(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Names of kinds and accounts, of unknown ones too. */
export function useStatementNames() {
  const t = useAccountMessages()
  const pairName = usePairName()
  const accountName = (account: string): string => {
    switch (account) {
      case 'spot':
      case 'futures':
      case 'margin':
      case 'loan':
        return t(`statement.account.${account}`)
      default:
        return plainName(account)
    }
  }
  return {
    kind(kind: string): string {
      const known = STATEMENT_KINDS.find((name) => name === kind)
      return known ? t(`statement.kind.${known}`) : plainName(kind)
    },
    account: accountName,
    /** The account with the pair of an isolated one, or with the contract. */
    place({ account, symbol }: Pick<StatementLine, 'account' | 'symbol'>): string {
      const name = accountName(account)
      if (symbol === null) return name
      return `${name} ${account === 'futures' ? symbol : pairName(symbol)}`
    },
  }
}
