import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { createCommandFlow } from '../../testing/exchangeCommandGenerator.ts'
import { createAccountMoves, runAccountMove, type AccountMove } from '../../testing/accountMoves.ts'
import { createExchange } from '../createExchange.ts'
import { ENTRY_KINDS, TRANSACTION_KINDS } from '../accounts/posting.ts'
import { dumpState } from '../snapshots/stateParts.ts'
import { loadParts, stateText } from '../../testing/stateText.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { createBatch, type Settleable } from './batch.ts'
import { compareBalances } from './compareBalances.ts'
import { createSettlement } from './createSettlement.ts'
import { checkLedger, LEDGER_INVARIANTS } from './invariants.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'

let db: Database
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

const steps = Number(process.env['LEDGER_MODEL_STEPS'] ?? 1_500)

/** What the database said no with. */
const refusal = (statement: string) =>
  db.query(statement).then(
    () => 'accepted',
    (error: { code: string; message: string }) => `${error.code} ${error.message}`,
  )

describe('the ledger under random commands and crashes (trading 4)', () => {
  it(`settles ${steps} commands in batches of changing size, keeping every invariant`, async () => {
    const nextCommand = createCommandFlow(42)
    const nextCrash = createFlow(43)
    const nextMove = createAccountMoves(44)
    let exchange = createExchange(SPOT_SYMBOLS)
    let snapshot = { seq: 0, dump: [...dumpState(exchange.state)] }
    let journal: { readonly seq: number; readonly command: ExchangeCommand | AccountMove }[] = []
    let settled = 0
    let waiting: Settleable[] = []
    let crashes = 0

    /**
     * Memory and what waited for the ledger are gone; a snapshot that the ledger has reached and
     * the journal bring both back.
     */
    function crash(): void {
      const before = stateText(exchange.state)
      exchange = createExchange(
        SPOT_SYMBOLS,
        snapshot.seq === 0 ? undefined : loadParts(snapshot.dump),
      )
      waiting = []
      for (const { seq, command } of journal) {
        const outcome = run(command)
        if ('refused' in outcome) throw new Error(`Record ${seq} is refused at replay`)
        if (seq > settled) waiting.push({ seq, effects: outcome.effects })
      }
      expect(stateText(exchange.state)).toBe(before)
      crashes++
    }

    const run = (command: ExchangeCommand | AccountMove) =>
      command.kind === 'move'
        ? { effects: runAccountMove(exchange.state, command) }
        : exchange.execute(command)

    for (let seq = 1; seq <= steps; seq++) {
      const move = seq % 3 === 0 ? nextMove(exchange.state) : undefined
      const command = JSON.parse(JSON.stringify(move ?? nextCommand(exchange.state))) as
        | typeof move
        | ExchangeCommand
      const outcome = run(command!)
      if (!('refused' in outcome)) {
        journal.push({ seq, command: command! })
        waiting.push({ seq, effects: outcome.effects })
      }
      if (nextCrash() < 0.02) crash()
      if (waiting.length < 1 + (seq % 97) && seq < steps) continue
      await db.query('select ledger_settle($1::jsonb)', [
        JSON.stringify(createBatch(waiting, { after: settled, through: seq })),
      ])
      settled = seq
      waiting = []
      if (nextCrash() < 0.3)
        [snapshot, journal] = [{ seq, dump: [...dumpState(exchange.state)] }, []]
      if (seq % 10 === 0 || seq === steps) expect(await checkLedger(db)).toEqual([])
    }
    expect(await compareBalances(db, exchange.state.accounts)).toEqual([])
    expect(crashes).toBeGreaterThan(steps / 100)
    const [counts] = await db.query<{
      trades: bigint
      holds: bigint
      realms: bigint
      transfers: bigint
      senders: bigint
      receivers: bigint
      moves: bigint
      owners: bigint
    }>(
      `select (select count(*) from ledger_transaction where kind = 'trade') as trades,
        (select count(*) from ledger_hold) as holds, (select count(distinct realm)
        from ledger_entry) as realms,
        (select count(*) from ledger_transaction where scope = 'move') as moves,
        (select count(distinct owner) from ledger_account where owner like 'user:u1/%' and
          balance > 0) as owners,
        (select count(*) from asset_transfer) as transfers, (select count(distinct from_user)
          from asset_transfer) as senders, (select count(distinct to_user)
          from asset_transfer) as receivers`,
    )
    expect(Number(counts!.trades)).toBeGreaterThan(steps / 20)
    expect(Number(counts!.holds)).toBeGreaterThan(0)
    expect(counts!.realms).toBe(2n)
    expect(Number(counts!.transfers)).toBeGreaterThan(steps / 100)
    expect([counts!.senders, counts!.receivers]).toEqual([4n, 4n])
    expect(Number(counts!.moves)).toBeGreaterThan(steps / 20)
    expect(counts!.owners).toBe(3n)
  })
})

describe('what the tables themselves refuse (trading 4)', () => {
  it.each([
    'update ledger_entry set amount = amount + 1',
    'delete from ledger_entry',
    'truncate ledger_entry',
    'update ledger_transaction set at = 0',
    'delete from ledger_transaction where false',
    'update asset_transfer set amount = 1',
    'delete from asset_transfer',
    'truncate asset_transfer',
  ])('keeps entries and transactions final: %s', async (statement) =>
    expect(await refusal(statement)).toMatch(/^23000 Rows of \w+ are never changed/),
  )

  const entry = (
    values: string,
  ) => `insert into ledger_entry (seq, part, line, realm, asset, kind, debit_account,
    credit_account, amount)
    select t.seq, t.part, 99, ${values} from ledger_transaction t where t.realm = 'live'
      order by t.seq limit 1`
  const account = (realm: string, owner: string, asset: string) =>
    `(select id from ledger_account where realm = '${realm}' and owner = '${owner}' and ` +
    `asset = '${asset}')`

  it.each([
    [
      'between two realms',
      entry(
        `'live', 'USDT', 'base', ${account('live', 'user:u1', 'USDT')}, ` +
          `${account('paper', 'user:u1', 'USDT')}, 1`,
      ),
      '23503',
    ],
    [
      'between two assets',
      entry(
        `'live', 'USDT', 'base', ${account('live', 'user:u1', 'USDT')}, ` +
          `${account('live', 'user:u2', 'BTC')}, 1`,
      ),
      '23503',
    ],
    [
      'of one realm in a transaction of the other',
      entry(
        `'paper', 'USDT', 'base', ${account('paper', 'user:u1', 'USDT')}, ` +
          `${account('paper', 'house', 'USDT')}, 1`,
      ),
      '23503',
    ],
    [
      'of an account that is not there',
      entry(`'live', 'USDT', 'base', ${account('live', 'user:u1', 'USDT')}, 987654321, 1`),
      '23503',
    ],
    [
      'of a transaction that is not there',
      `insert into ledger_entry (seq, part, line, realm, asset, kind, debit_account, credit_account,
        amount) values (987654321, 0, 0, 'live', 'USDT', 'base',
        ${account('live', 'user:u1', 'USDT')}, ${account('live', 'house', 'USDT')}, 1)`,
      '23503',
    ],
    [
      'of nothing',
      entry(
        `'live', 'USDT', 'base', ${account('live', 'user:u1', 'USDT')}, ` +
          `${account('live', 'house', 'USDT')}, 0`,
      ),
      '23514',
    ],
    [
      'of less than nothing',
      entry(
        `'live', 'USDT', 'base', ${account('live', 'user:u1', 'USDT')}, ` +
          `${account('live', 'house', 'USDT')}, -5`,
      ),
      '23514',
    ],
    [
      'from an account to itself',
      entry(
        `'live', 'USDT', 'base', ${account('live', 'house', 'USDT')}, ` +
          `${account('live', 'house', 'USDT')}, 1`,
      ),
      '23514',
    ],
  ])('refuses an entry %s', async (_, statement, code) =>
    expect(await refusal(statement)).toMatch(new RegExp(`^${code}`)),
  )

  it('a user account below what it holds back', async () => {
    expect(
      await refusal(
        `update ledger_account set balance = held - 1 where realm = 'live' and owner = 'user:u1'
          and asset = 'USDT'`,
      ),
    ).toMatch(/^23514.*ledger_account_covered/)
  })

  it('refuses paper transfers and transfers of live transactions to paper', async () => {
    const row = (realm: string) =>
      `insert into asset_transfer select transfer_id + 1000000, 1000000, 0, '${realm}', asset,
        amount, from_user, to_user, asked_by, client_oid, left_behind, at from asset_transfer
        limit 1`
    expect(await refusal(row('paper'))).toMatch(/^23514/)
    expect(
      await refusal(
        `with paper as (insert into ledger_transaction (seq, part, realm, kind, scope,
          idempotency_key, at) values (1000000, 0, 'paper', 'transfer', 'test', 'paper',
          1)) ${row('live')}`,
      ),
    ).toMatch(/^23503/)
  })

  it.each([
    [
      'a hold on an account of the other realm',
      `insert into ledger_hold (scope, ref, account, realm, asset, amount) values ('order', '9',
        ${account('live', 'user:u1', 'USDT')}, 'paper', 'USDT', 1)`,
    ],
    [
      'a hold of another asset',
      `insert into ledger_hold (scope, ref, account, realm, asset, amount) values ('order', '9',
        ${account('live', 'user:u1', 'USDT')}, 'live', 'BTC', 1)`,
    ],
    [
      'a day of no account',
      'insert into ledger_day (account, day, moved, deposited) values (987654321, 1, 1, 0)',
    ],
    [
      'a fill of no order',
      'insert into spot_fill (fill_id, trade_id, seq, part, order_id, realm, user_id, ' +
        'ticks, lots, quote, fee, role, status, at) select 987654321, 1, seq, part, ' +
        '987654321, realm, user_id, ticks, lots, quote, fee, role, status, at from ' +
        'spot_fill limit 1',
    ],
    [
      'a fill of no transaction',
      'insert into spot_fill (fill_id, trade_id, seq, part, order_id, realm, user_id, ' +
        'ticks, lots, quote, fee, role, status, at) select 987654321, 1, 987654321, 0, ' +
        'order_id, realm, user_id, ticks, lots, quote, fee, role, status, at from spot_fill ' +
        'limit 1',
    ],
    [
      'a fill in the other realm than its transaction',
      `insert into spot_fill (fill_id, trade_id, seq, part, order_id, realm, user_id, ticks, lots,
        quote, fee, role, status, at) select 987654321, 1, seq, part, order_id,
        case realm when 'live' then 'paper' else 'live' end, user_id, ticks, lots, quote, fee, role,
        status, at from spot_fill limit 1`,
    ],
  ])('%s', async (_, statement) => expect(await refusal(statement)).toMatch(/^23503/))

  it.each([
    'delete from ledger_account',
    'truncate ledger_account cascade',
    `update ledger_account set realm = 'paper'`,
    `update ledger_account set asset = 'BTC'`,
    `update ledger_account set owner = 'house'`,
    'delete from spot_order',
    'truncate spot_order cascade',
    `update spot_order set user_id = 'u2'`,
    `update ledger_hold set asset = 'BTC'`,
    'update ledger_day set account = 1',
    'update spot_fill set order_id = 1',
  ])('keeps what is referenced, and references, for good: %s', async (statement) =>
    expect(await refusal(statement)).toMatch(/^23000 Rows of \w+ are never changed/),
  )

  it('a negative hold', async () => {
    expect(await refusal(`update ledger_account set held = -1 where owner = 'house'`)).toMatch(
      /^23514/,
    )
  })

  it('refuse an entry or transaction of an unknown kind', async () => {
    expect(
      await refusal(
        entry(
          `'live', 'USDT', 'gift', ${account('live', 'house', 'USDT')}, ` +
            `${account('live', 'fees', 'USDT')}, 1`,
        ),
      ),
    ).toMatch(/^23503/)
    expect(
      await refusal(
        `insert into ledger_transaction (seq, part, realm, kind, scope, idempotency_key, at) values
          (1000000, 0, 'live', 'gift', 'test', 'gift', 1)`,
      ),
    ).toMatch(/^23503/)
  })

  it('refuse to change or delete a kind', async () => {
    for (const table of ['ledger_entry_kind', 'ledger_transaction_kind'])
      for (const statement of [`update ${table} set kind = 'gift'`, `delete from ${table}`])
        expect(await refusal(statement)).toMatch(/^23000 Rows of \w+ are never changed/)
  })

  it('refuses one idempotency key twice in a realm and scope', async () => {
    expect(
      await refusal(
        `insert into ledger_transaction select seq, part + 500, realm, kind, scope, idempotency_key,
          at from ledger_transaction limit 1`,
      ),
    ).toMatch(/^23505/)
  })
})

describe('kinds of entries and transactions', () => {
  it('are those of the exchange core, deposits alike', async () => {
    const entries = await db.query<{ kind: string; is_deposit: boolean }>(
      'select kind, is_deposit from ledger_entry_kind',
    )
    expect(
      Object.fromEntries(entries.map(({ kind, is_deposit }) => [kind, { isDeposit: is_deposit }])),
    ).toEqual(ENTRY_KINDS)
    const transactions = await db.query<{ kind: string }>(
      'select kind from ledger_transaction_kind',
    )
    expect(transactions.map(({ kind }) => kind).sort()).toEqual([...TRANSACTION_KINDS].sort())
  })
})

describe('settlement batches', () => {
  const mark = async () =>
    Number(
      (await db.query<{ settled_seq: bigint }>('select settled_seq from ledger_progress'))[0]!
        .settled_seq,
    )
  const settle = (batch: object) =>
    refusal(`select ledger_settle('${JSON.stringify(batch)}'::jsonb)`)

  it('ignores batches that were settled before or skip a record', async () => {
    const stands = await mark()
    for (const after of [stands - 1, stands + 1])
      expect(await settle({ ...createBatch([], { after, through: stands + 2 }) })).toMatch(
        /^23000 .* does not follow/,
      )
    expect(await mark()).toBe(stands)
  })

  it('are settled whole or not at all', async () => {
    const stands = await mark()
    const transactions = [
      { seq: stands + 1, part: 0, realm: 'live', kind: 'grant', scope: 'test', key: 'half', at: 1 },
    ]
    const entries = [
      {
        seq: stands + 1,
        part: 0,
        line: 0,
        realm: 'live',
        asset: 'USDT',
        kind: 'grant',
        debit: 'issuance',
        credit: 'user:nobody',
        amount: '5',
      },
    ]
    expect(
      await settle({
        ...createBatch([], { after: stands, through: stands + 1 }),
        transactions,
        entries,
      }),
    ).toMatch(/^23000 An entry names an account/)
    expect(
      await db.query(`select 1 from ledger_transaction where idempotency_key = 'half'`),
    ).toEqual([])
    expect(await mark()).toBe(stands)
  })

  it('refuses to overdraw a user', async () => {
    const stands = await mark()
    const transactions = [
      {
        seq: stands + 1,
        part: 0,
        realm: 'live',
        kind: 'grant',
        scope: 'test',
        key: 'overdraw',
        at: 1,
      },
    ]
    const entries = [
      {
        seq: stands + 1,
        part: 0,
        line: 0,
        realm: 'live',
        asset: 'USDT',
        kind: 'withdraw',
        debit: 'user:u1',
        credit: 'issuance',
        amount: '9'.repeat(30),
      },
    ]
    const accounts = [
      ['user:u1', false],
      ['issuance', true],
    ].map(([owner, free]) => ({ realm: 'live', owner, asset: 'USDT', free }))
    expect(
      await settle({
        ...createBatch([], { after: stands, through: stands + 1 }),
        accounts,
        transactions,
        entries,
      }),
    ).toMatch(/^23514/)
    expect(await checkLedger(db)).toEqual([])
  })

  it('stops a refused queue and rejects everyone who waits', async () => {
    const broken: string[] = []
    const settlement = await createSettlement({
      db,
      clock: browserClock(),
      log: silentLog,
      onBroken: ({ code }) => broken.push(code),
    })
    const stands = settlement.settledSeq()
    const nobody = {
      realm: 'live',
      owner: 'user:u1',
      asset: 'USDT',
      balance: 0n,
      held: 0n,
    } as const
    const overdraw = {
      kind: 'withdraw',
      debit: nobody,
      credit: { ...nobody, owner: 'issuance' },
      amount: 10n ** 30n,
    } as const
    const effects = {
      at: 1,
      fills: [],
      transfers: [],
      holds: [],
      orders: [],
      accounts: [],
      market: [],
      transactions: [
        { realm: 'live', kind: 'reset', scope: 'test', key: 'broken', entries: [overdraw] },
      ],
    } as const
    settlement.add({ seq: stands + 1, effects })
    await expect(settlement.through(stands + 1)).rejects.toMatchObject({ code: 'BROKEN' })
    expect(broken).toEqual(['BROKEN'])
    await settlement.stop()
  })
})

describe('the invariants can fail', () => {
  /** With the checks of the table off, as where a dump was restored without them. */
  const loose = (table: string, statement: string) =>
    `do $$ begin alter table ${table} disable trigger user; ${statement}; end $$`

  it.each([
    [
      'balances of a realm and asset add up to zero',
      `update ledger_account set balance = balance + 1 where owner = 'house' and asset = 'BTC'
        and realm = 'live'`,
    ],
    [
      'a balance is the sum of its entries',
      `update ledger_account set balance = balance + 1 where owner = 'fees' and asset = 'BTC'
        and realm = 'live'`,
    ],
    [
      'a balance is the sum of its days',
      loose(
        'ledger_day',
        `insert into ledger_day (account, day, moved, deposited) values (987654321, 1, 1, 0)`,
      ),
    ],
    [
      'no entry joins two realms or assets, and each points at what is there',
      loose(
        'ledger_entry',
        `insert into ledger_entry select seq, part, 99, realm, asset, kind, debit_account,
          987654321, amount from ledger_entry limit 1`,
      ),
    ],
    [
      'no entry joins two realms or assets, and each points at what is there',
      loose(
        'ledger_entry',
        `insert into ledger_entry select 987654321, part, line, realm, asset, kind, debit_account,
          credit_account, amount from ledger_entry limit 1`,
      ),
    ],
    [
      'no entry joins two realms or assets, and each points at what is there',
      loose(
        'ledger_entry',
        `insert into ledger_entry select seq, part, 99, realm,
          case asset when 'BTC' then 'USDT' else 'BTC' end, kind, debit_account, credit_account,
          amount from ledger_entry limit 1`,
      ),
    ],
    [
      'a hold is of the realm and asset of its account',
      loose(
        'ledger_hold',
        `update ledger_hold set realm = case realm when 'live' then 'paper' else 'live' end`,
      ),
    ],
    [
      'every fill has its order and its transaction',
      loose(
        'spot_fill',
        'update spot_fill set order_id = 987654321 where fill_id = (select min(fill_id) ' +
          'from spot_fill)',
      ),
    ],
    [
      'held is the sum of the open holds',
      `update ledger_hold set amount = amount + 1 where ref = (select min(ref) from ledger_hold)`,
    ],
    [
      'each hold of scope order is for what is open',
      `update spot_order set closed_seq = 1 where order_id = (select min(ref)::bigint
        from ledger_hold)`,
    ],
    [
      'each hold of scope order is for what is open',
      loose(
        'ledger_hold',
        `update ledger_hold h set account = (select id from ledger_account where realm = h.realm
          and asset = h.asset and owner = 'house') where ref = (select min(ref) from ledger_hold)`,
      ),
    ],
    ...['position', 'withdrawal', 'escrow'].map((scope) => [
      `each hold of scope ${scope} is for what is open`,
      `insert into ledger_hold (scope, ref, account, realm, asset, amount)
        select '${scope}', ref, account, realm, asset, amount from ledger_hold limit 1`,
    ]),
    [
      'only house, fees, issuance, clearing, debts and chains may be below zero',
      `update ledger_account set may_go_negative = true where owner = 'user:u1'`,
    ],
    ...['user:u1/futures', 'fund:futures', 'pool', 'housekeeper'].map((owner) => [
      'only house, fees, issuance, clearing, debts and chains may be below zero',
      `insert into ledger_account (realm, owner, asset, may_go_negative) values ('live',
        '${owner}', 'DOGE', true)`,
    ]),
    ...['clearing:BTCUSDT', 'debt:u1/margin', 'chain:evm-a'].map((owner) => [
      'only house, fees, issuance, clearing, debts and chains may be below zero',
      `insert into ledger_account (realm, owner, asset) values ('live', '${owner}', 'DOGE')`,
    ]),
    [
      'each trade has exactly its lines',
      `update spot_fill set fee = fee + 1 where fill_id = (select min(fill_id) from spot_fill)`,
    ],
    [
      'every trade has its fills',
      `delete from spot_fill where (seq, part) = (select seq, part from spot_fill order by fill_id
        limit 1)`,
    ],
    [
      'each transfer has exactly its line',
      `insert into ledger_transaction (seq, part, realm, kind, scope, idempotency_key, at) values
        (1000000, 0, 'live', 'transfer', 'test', 'lineless', 1)`,
    ],
    [
      'each transfer has exactly its line',
      `insert into ledger_entry select seq, part, 7, realm, asset, kind, credit_account,
        debit_account, amount from ledger_entry where kind = 'transfer' limit 1`,
    ],
    [
      'each transfer has exactly its line',
      `with made as (insert into ledger_transaction (seq, part, realm, kind, scope, idempotency_key,
        at) values (1000000, 0, 'live', 'transfer', 'test', 'another', 1) returning seq)
      insert into ledger_entry select made.seq, 0, 0, realm, asset, 'transfer', debit_account,
        credit_account, amount from made, (select * from ledger_entry where realm = 'live'
        and kind = 'transfer' limit 1) e`,
    ],
    [
      'an order is what its fills add up to',
      `update spot_order set filled_lots = filled_lots + 1 where order_id = (select min(order_id)
        from spot_order)`,
    ],
  ])('%s', async (rule, damage) => {
    class Undo extends Error {}
    const found: string[] = []
    await db
      .transaction(async (tx) => {
        await tx.query(damage)
        found.push(...(await checkLedger(tx)).map((broken) => broken.rule))
        throw new Undo()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error
      })
    expect(found).toContain(rule)
    expect(Object.keys(LEDGER_INVARIANTS)).toContain(rule)
  })
})
