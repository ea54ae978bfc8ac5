import type { Sql } from '../ports/Sql.ts'
import { HOLD_SCOPES, type HoldScope } from '../accounts/hold.ts'
import { orderOwnerOf, ownerMayGoNegative, spotOwnerOf } from './ownerColumns.ts'

/**
 * What may keep funds of the account `a` back under the hold `h`. A scope without a product has
 * nothing that may: the product's table comes with its line here.
 */
const HOLDING: Readonly<Record<HoldScope, string>> = {
  order: `select from spot_order o
    where o.order_id = case when h.scope = 'order' then split_part(h.ref, ':', 1)::bigint end
      and o.closed_seq is null and o.realm = a.realm
      and a.owner = case when h.ref like '%:line' then 'pool' else ${orderOwnerOf('o')} end`,
  position: 'select where false',
  withdrawal: 'select where false',
  escrow: 'select where false',
}

/**
 * What must hold in the ledger at any time (trading 4). Each query answers the rows
 * that break the rule.
 */
export const LEDGER_INVARIANTS: Readonly<Record<string, string>> = {
  'balances of a realm and asset add up to zero': `
    select realm, asset, sum(balance) as total from ledger_account group by realm,
      asset having sum(balance) <> 0`,

  'a balance is the sum of its entries': `
    select a.id, a.balance, coalesce(e.total, 0) as entries
    from ledger_account a
    left join (
      select account, sum(amount) as total from (
        select credit_account as account, amount from ledger_entry
        union all select debit_account, -amount from ledger_entry
      ) moves group by account
    ) e on e.account = a.id
    where a.balance <> coalesce(e.total, 0)`,

  'a balance is the sum of its days': `
    select d.account, a.balance, coalesce(d.total, 0) as days
    from ledger_account a
    full join (select account, sum(moved) as total from ledger_day group by account) d
      on d.account = a.id
    where a.balance is distinct from coalesce(d.total, 0)`,

  'held is the sum of the open holds': `
    select a.id, a.held, coalesce(h.total, 0) as holds
    from ledger_account a
    left join (select account, sum(amount) as total from ledger_hold group by account) h
      on h.account = a.id
    where a.held <> coalesce(h.total, 0)`,

  ...Object.fromEntries(
    HOLD_SCOPES.map((scope) => [
      `each hold of scope ${scope} is for what is open`,
      `select h.scope, h.ref from ledger_hold h left join ledger_account a on a.id = h.account
        where h.scope = '${scope}' and not exists (${HOLDING[scope]})`,
    ]),
  ),

  'only house, fees, issuance, clearing, debts and chains may be below zero': `
    select id from ledger_account
    where may_go_negative <> (${ownerMayGoNegative('owner')})
      or (not may_go_negative and balance - held < 0)`,

  'no entry joins two realms or assets, and each points at what is there': `
    select e.seq, e.part, e.line from ledger_entry e
    left join ledger_transaction t using (seq, part)
    left join ledger_account d on d.id = e.debit_account
    left join ledger_account c on c.id = e.credit_account
    where (e.realm, e.realm, e.realm, e.asset, e.asset) is distinct from (t.realm, d.realm, c.realm,
      d.asset, c.asset)`,

  'a hold is of the realm and asset of its account': `
    select h.scope, h.ref from ledger_hold h left join ledger_account a on a.id = h.account where
      (h.realm, h.asset) is distinct from (a.realm, a.asset)`,

  'rebates go from the fees to spot accounts of users': `
    select e.seq, e.part, e.line from ledger_entry e
    join ledger_account d on d.id = e.debit_account join ledger_account c on c.id = e.credit_account
    where e.kind = 'rebate' and (d.owner <> 'fees' or c.owner !~ '^user:[0-9]+$' or
      e.realm <> 'live')`,

  'every fill has its order and its transaction': `
    select f.fill_id from spot_fill f left join spot_order o using (order_id) left
      join ledger_transaction t using (seq, part)
    where (f.realm, f.realm) is distinct from (o.realm, t.realm)`,

  // Between two users one base line and one quote line; an owner that trades with itself moves
  // neither. One fee line per fee above zero.
  'each trade has exactly its lines': `
    select t.seq, t.part from ledger_transaction t
    join (
      select seq, part, count(*) as fills, count(*) filter (where fee > 0) as fees, sum(fee) as fee,
        min(quote) as quote, count(distinct user_id) as users, count(distinct trade_id) as trades
      from spot_fill group by seq, part
    ) f using (seq, part)
    left join (
      select seq, part, count(*) filter (where kind = 'base') as base_lines, count(*) filter
        (where kind = 'quote') as quote_lines,
        count(*) filter (where kind = 'fee') as fee_lines, count(*) as lines,
        coalesce(sum(amount) filter (where kind = 'fee'), 0) as fee, coalesce(sum(amount) filter
          (where kind = 'quote'), 0) as quote
      from ledger_entry group by seq, part
    ) e using (seq, part)
    where t.kind <> 'trade' or f.trades <> 1 or f.fills not in (1, 2)
      or e.base_lines <> (case when f.fills = 2 and f.users = 1 then 0 else 1 end)
      or e.quote_lines <> (case when f.fills = 2 and f.users = 1 then 0 else 1 end)
      or e.fee_lines <> f.fees or e.lines <> e.base_lines + e.quote_lines + e.fee_lines
      or e.fee <> f.fee or (e.quote_lines = 1 and e.quote <> f.quote)`,

  'every trade has its fills': `
    select t.seq, t.part from ledger_transaction t where t.kind = 'trade' and not exists (select 1
      from spot_fill f where f.seq = t.seq and f.part = t.part)`,

  // A deleted line, a second one, another amount or owner: each shows.
  'each transfer has exactly its line': `
    select coalesce(t.seq, m.seq) as seq from (select seq, part from ledger_transaction
      where kind = 'transfer') t
    full join asset_transfer m using (seq, part)
    left join (select seq, part, count(*) as lines, min(kind) as kind, min(asset) as asset,
      sum(amount) as amount, min(debit_account) as debit, min(credit_account) as credit
      from ledger_entry group by seq, part) e using (seq, part)
    left join ledger_account d on d.id = e.debit
    left join ledger_account c on c.id = e.credit
    where t.seq is null or m.transfer_id is null or e.lines is distinct from 1
      or e.kind <> 'transfer' or e.asset <> m.asset or e.amount <> m.amount
      or d.owner <> ${spotOwnerOf('m.from_user')} or c.owner <> ${spotOwnerOf('m.to_user')}`,

  'an order is what its fills add up to': `
    select o.order_id from spot_order o
    left join (select order_id, sum(lots) as lots, sum(fee) as fee,
      sum(lots::numeric * ticks) as tick_lots from spot_fill group by order_id) f using (order_id)
    where o.filled_lots <> coalesce(f.lots, 0) or o.fee <> coalesce(f.fee, 0)
      or o.filled_tick_lots <> coalesce(f.tick_lots, 0)`,
}

/** What must hold of futures in the ledger (futures 10). */
const FUTURES_INVARIANTS: Readonly<Record<string, string>> = {
  'lots of a contract add up to zero (F1)': `
    select realm, symbol, sum(lots) as lots from futures_position group by realm, symbol
      having sum(lots) <> 0`,

  'clearing and the costs of positions add up to zero (F2)': `
    select realm, symbol, sum(amount) as amount from (
      select realm, symbol, cost + settled as amount from futures_position
      union all select realm, substr(owner, 10), balance from ledger_account
        where owner like 'clearing:%/%'
    ) part group by realm, symbol having sum(amount) <> 0`,

  'the insurance fund has its seed, its fees and what it paid, and nothing else (F7)': `
    select e.seq, e.part, e.line from ledger_entry e
    join ledger_account d on d.id = e.debit_account
    join ledger_account c on c.id = e.credit_account
    where (d.owner like 'fund:%' and e.kind <> 'shortage')
      or (c.owner like 'fund:%' and e.kind not in ('grant', 'liquidation'))`,

  'every futures fill has its order and its transaction': `
    select f.fill_id from futures_fill f
    left join futures_order o using (order_id)
    left join ledger_transaction t using (seq, part)
    where (f.realm, f.realm, t.kind) is distinct from (o.realm, t.realm, 'futures_trade')`,

  'a futures order is what its fills add up to': `
    select o.order_id from futures_order o
    left join (select order_id, sum(lots) as lots, sum(fee) as fee, sum(result) as result,
      sum(lots::numeric * ticks) as tick_lots from futures_fill group by order_id) f
      using (order_id)
    where o.filled_lots <> coalesce(f.lots, 0) or o.fee <> coalesce(f.fee, 0)
      or o.result <> coalesce(f.result, 0) or o.filled_tick_lots <> coalesce(f.tick_lots, 0)`,

  'the fees of a futures trade are those of its fills': `
    select t.seq, t.part from ledger_transaction t
    left join (select seq, part, sum(fee) as fee from futures_fill group by seq, part) f
      using (seq, part)
    left join (select seq, part, sum(amount) as fee from ledger_entry join ledger_account c
      on c.id = credit_account where c.owner = 'fees' group by seq, part) e using (seq, part)
    where t.kind = 'futures_trade' and coalesce(f.fee, -1) <> coalesce(e.fee, 0)`,

  'each move has exactly its line': `
    select coalesce(t.seq, m.seq) as seq from (select seq, part from ledger_transaction
      where kind = 'move') t
    full join (select * from wallet_move where from_wallet not like 'futures/%'
      and to_wallet not like 'futures/%') m using (seq, part)
    left join (select seq, part, count(*) as lines, min(kind) as kind, min(asset) as asset,
      sum(amount) as amount from ledger_entry group by seq, part) e using (seq, part)
    where t.seq is null or m.move_id is null or e.lines is distinct from 1
      or e.kind <> 'move' or e.asset <> m.asset or e.amount <> m.amount`,

  'each change of an isolated margin has its transaction': `
    select m.move_id from wallet_move m
    left join ledger_transaction t using (seq, part)
    left join (select seq, part, min(asset) as asset, sum(amount) as amount from ledger_entry
      where kind = 'margin' group by seq, part) e using (seq, part)
    where (m.from_wallet like 'futures/%' or m.to_wallet like 'futures/%')
      and ((t.kind, t.realm, e.asset, e.amount)
        is distinct from ('margin', m.realm, m.asset, m.amount))`,
}

/** What must hold of withdrawals in the ledger (wallet 2). */
const WITHDRAWAL_INVARIANTS: Readonly<Record<string, string>> = {
  'the escrow is the sum of the open withdrawals (W3)': `
    select coalesce(e.asset, w.asset) as asset, e.balance, w.amount
    from (select asset, balance from ledger_account
      where realm = 'live' and owner = 'pending:withdraw') e
    full join (select asset, sum(amount) as amount from withdrawal where closed_seq is null
      group by asset) w using (asset)
    where coalesce(e.balance, 0) <> coalesce(w.amount, 0)`,

  'a completed withdrawal paid its amount and its fee, any other gave all back (W6)': `
    select w.withdrawal_id from withdrawal w
    left join lateral (
      select coalesce(sum(e.amount) filter (where c.owner = 'chain:' || w.network), 0) as received,
        coalesce(sum(e.amount) filter (where c.owner = 'fees'), 0) as fee,
        coalesce(sum(e.amount) filter (where c.owner = ${spotOwnerOf('w.user_id')}), 0) as released
      from ledger_transaction t join ledger_entry e using (seq, part)
      join ledger_account c on c.id = e.credit_account
      where t.realm = 'live' and t.scope = 'withdrawal'
        and t.idempotency_key in (w.withdrawal_id || ':settle', w.withdrawal_id || ':release')
    ) p on true
    where (p.received, p.fee, p.released) is distinct from (
      case when w.state = 'completed' then w.amount - w.fee else 0 end,
      case when w.state = 'completed' then w.fee else 0 end,
      case when w.state in ('cancelled', 'rejected', 'failed') then w.amount else 0 end)`,

  'a withdrawal is ended when its state says so': `
    select withdrawal_id from withdrawal where (closed_seq is not null)
      <> (state in ('completed', 'cancelled', 'rejected', 'failed'))`,
}

/** What must hold of deposits in the ledger (wallet 2). */
const DEPOSIT_INVARIANTS: Readonly<Record<string, string>> = {
  'each deposit has its lines and each line its deposit (W2)': `
    select coalesce(t.idempotency_key, d.key) as key from (
      select t.seq, t.part, t.idempotency_key, sum(e.amount) as amount, min(e.asset) as asset,
        count(*) as lines
      from ledger_transaction t join ledger_entry e using (seq, part)
      where t.kind = 'deposit' group by 1, 2, 3) t
    full join (select network || ':' || tx_hash || ':' || ordinal as key, asset, amount
      from deposit) d on d.key = replace(t.idempotency_key, ':again', '')
    where t.seq is null or d.key is null or t.lines <> 1 or t.amount <> d.amount
      or t.asset <> d.asset`,

  'a deposit was taken back in full as often as its state says': `
    select d.network, d.tx_hash, d.ordinal from deposit d
    left join lateral (
      select count(*) filter (where t.scope = 'deposit') as credited,
        count(*) filter (where t.scope = 'reversal') as reversed,
        sum(e.amount) filter (where t.scope = 'reversal') as amount
      from ledger_transaction t
      left join lateral (select sum(amount) as amount from ledger_entry
        where seq = t.seq and part = t.part) e on true
      where t.realm = 'live' and t.scope in ('deposit', 'reversal') and t.idempotency_key in (
        d.network || ':' || d.tx_hash || ':' || d.ordinal,
        d.network || ':' || d.tx_hash || ':' || d.ordinal || ':again')
    ) l on true
    where l.credited <> (case when d.again then 2 else 1 end)
      or l.reversed <> l.credited - (case when d.state = 'reversed' then 0 else 1 end)
      or coalesce(l.amount, 0) <> l.reversed * d.amount`,

  'the mirror of a network is its deposits, withdrawals and treasury moves (W1)': `
    select e.seq, e.part, e.line from ledger_entry e
    join ledger_transaction t using (seq, part)
    join ledger_account d on d.id = e.debit_account
    join ledger_account c on c.id = e.credit_account
    where (d.owner like 'chain:%' and t.kind not in ('deposit', 'treasury'))
      or (c.owner like 'chain:%' and t.kind not in ('reversal', 'treasury', 'withdrawal'))`,
}

/** What must hold of earn and red packets in the ledger (products 3, products 4). */
const PRODUCT_INVARIANTS: Readonly<Record<string, string>> = {
  'the account of red packets is the rest of the open ones (products 4)': `
    select coalesce(a.asset, p.asset) as asset, a.balance, p.rest
    from (select asset, balance from ledger_account
      where realm = 'live' and owner = 'redpacket') a
    full join (select asset, sum(left_over) as rest from red_packet where closed_seq is null
      group by asset) p using (asset)
    where coalesce(a.balance, 0) <> coalesce(p.rest, 0)`,

  'a red packet is its claims and what went back (products 4)': `
    select p.packet_id from red_packet p
    left join lateral (select coalesce(sum(amount), 0) as claimed, count(*) as claims,
      count(distinct holder) as holders from red_packet_claim c
      where c.packet_id = p.packet_id) c on true
    left join lateral (select coalesce(sum(e.amount), 0) as rest
      from ledger_transaction t join ledger_entry e using (seq, part)
      where t.realm = 'live' and t.scope = 'redpacket'
        and t.idempotency_key = p.packet_id || ':rest') r on true
    where c.claimed + p.left_over + r.rest <> p.total or c.claims <> c.holders
      or (p.status = 'open') <> (p.closed_seq is null) or (p.status = 'finished' and r.rest <> 0)`,

  'each claim of a red packet has exactly its line (products 4)': `
    select c.packet_id, c.place from red_packet_claim c join red_packet p using (packet_id)
    left join ledger_transaction t on t.realm = 'live' and t.scope = 'redpacket'
      and t.idempotency_key = c.packet_id || ':' || c.place
    left join ledger_entry e using (seq, part)
    left join ledger_account a on a.id = e.credit_account
    where (e.amount, a.owner, a.asset)
      is distinct from (c.amount, ${spotOwnerOf('c.user_id')}, p.asset)`,

  'the account of an earn product is its open principal (products 3)': `
    select coalesce(a.product, p.product) as product, a.balance, p.principal
    from (select substr(owner, 6) as product, asset, balance from ledger_account
      where realm = 'live' and owner like 'earn:%') a
    full join (select product, asset, sum(principal) as principal from earn_position
      where closed_seq is null group by product, asset) p using (product, asset)
    where coalesce(a.balance, 0) <> coalesce(p.principal, 0)`,

  'interest is paid once for a day and adds up (products 3)': `
    select p.position_id from earn_position p
    left join lateral (select coalesce(sum(amount), 0) as paid from earn_payment y
      where y.position_id = p.position_id) y on true
    where p.paid <> y.paid or (p.principal = 0) <> (p.closed_seq is not null)`,

  'each payment of interest has exactly its line (products 3)': `
    select y.position_id, y.day from earn_payment y
    left join ledger_transaction t on t.realm = 'live' and t.scope = 'earn'
      and t.idempotency_key = y.position_id || ':day:' || y.day
    left join ledger_entry e using (seq, part)
    left join ledger_account a on a.id = e.credit_account
    left join ledger_account d on d.id = e.debit_account
    where (e.amount, a.owner, d.owner, a.asset)
      is distinct from (y.amount, ${spotOwnerOf('y.user_id')}, 'earnPool', y.asset)`,
}

/** What must hold of P2P trading in the ledger (products 2). */
const P2P_INVARIANTS: Readonly<Record<string, string>> = {
  'the escrow of an advert is what it sells and its open orders (products 2)': `
    select coalesce(l.advert, a.advert) as advert, l.balance, a.escrow
    from (select substr(owner, 5) as advert, asset, balance from ledger_account
      where realm = 'live' and owner like 'p2p:%') l
    full join (select a.advert_id::text as advert, a.asset,
        case when a.side = 'sell' then a.remaining else 0 end + coalesce(o.atoms, 0) as escrow
      from p2p_advert a left join (select advert_id, sum(atoms) as atoms from p2p_order
        where closed_seq is null group by advert_id) o using (advert_id)) a using (advert, asset)
    where coalesce(l.balance, 0) <> coalesce(a.escrow, 0)`,

  'an advert counts its open orders (products 2)': `
    select a.advert_id from p2p_advert a
    left join lateral (select count(*) as open from p2p_order o
      where o.advert_id = a.advert_id and o.closed_seq is null) o on true
    where a.open_orders <> o.open or (a.status = 'closed' and a.remaining <> 0)`,

  'a P2P order has exactly the lines of its one end (products 2)': `
    select o.order_id from p2p_order o
    left join ledger_transaction t on t.realm = 'live' and t.scope = 'p2p'
      and t.idempotency_key = 'order:' || o.order_id || ':end'
    left join lateral (select
        coalesce(sum(e.amount) filter (where c.owner = ${spotOwnerOf('o.buyer')}), 0) as bought,
        coalesce(sum(e.amount) filter (where c.owner = ${spotOwnerOf('o.seller')}), 0) as returned,
        coalesce(sum(e.amount) filter (where c.owner = 'fees'), 0) as fee
      from ledger_entry e join ledger_account c on c.id = e.credit_account
      where e.seq = t.seq and e.part = t.part) e on true
    where (o.closed_seq is null) <> (o.status in ('awaitingPayment', 'paid', 'appealed'))
      or (o.status = 'released')
        <> ((e.bought, e.fee, e.returned) = (o.atoms - o.fee, o.fee, 0) and t.seq is not null)
      or (o.status <> 'released' and t.seq is not null
        and (e.bought, e.fee, e.returned) is distinct from (0::numeric, 0::numeric, o.atoms))
      or (o.closed_seq is null and t.seq is not null)`,
}

/** What must hold of copy trading in the ledger (products 1). */
const COPY_INVARIANTS: Readonly<Record<string, string>> = {
  'the funds of a follow are paid in - taken out + fills - shares (products 1)': `
    select f.follow_id, f.paid_in - f.taken_out - f.shared + coalesce(t.moved, 0) as expected,
      coalesce(a.balance, 0) as balance
    from copy_follow f
    left join ledger_account a on a.realm = f.realm and a.owner = 'copy:' || f.follow_id
      and a.asset = 'USDT'
    left join (select o.owner, sum(case when o.side = 'buy' then -s.quote else s.quote - s.fee end)
      as moved from spot_fill s join spot_order o using (order_id) where o.owner like 'copy:%'
      group by o.owner) t on t.owner = 'copy:' || f.follow_id
    where f.closed_seq is null
      and f.paid_in - f.taken_out - f.shared + coalesce(t.moved, 0) <> coalesce(a.balance, 0)`,

  'a follow or lead that ended has nothing (products 1)': `
    select a.owner, a.asset, a.balance from ledger_account a where a.balance <> 0 and (
      exists (select from copy_follow f where a.owner = 'copy:' || f.follow_id
        and f.closed_seq is not null)
      or exists (select from copy_lead l where a.owner = 'lead:' || l.lead_id
        and l.closed_seq is not null))`,

  'only movements of copy trading and trades touch its accounts (products 1)': `
    select e.seq, e.part, e.line from ledger_entry e
    join ledger_transaction t using (seq, part)
    join ledger_account d on d.id = e.debit_account
    join ledger_account c on c.id = e.credit_account
    where (d.owner like 'copy:%' or c.owner like 'copy:%' or d.owner like 'lead:%'
      or c.owner like 'lead:%') and t.kind not in ('copy', 'trade', 'reset')`,

  'profit shares add up to what follows shared (products 1)': `
    select f.follow_id from copy_follow f
    left join (select follow_id, sum(amount) as amount from copy_share group by follow_id) s
      using (follow_id)
    where f.shared <> coalesce(s.amount, 0)`,

  'a copy order follows a fill of its lead (products 1)': `
    select c.copy_id from copy_order c
    left join spot_fill s on s.fill_id = c.lead_fill_id
    left join spot_order o on o.order_id = s.order_id
    where c.lead_fill_id is not null and o.owner is distinct from 'lead:' || c.lead_id`,
}

/** What must hold of margin accounts in the ledger (futures 10). */
const MARGIN_INVARIANTS: Readonly<Record<string, string>> = {
  'what is lent is the sum of the debts (F10)': `
    select realm, asset, sum(balance) as total from ledger_account
    where owner = 'lent' or owner like 'debt:%' group by realm, asset having sum(balance) <> 0`,

  'nobody is owed a negative debt, and the pool is never short (F10)': `
    select id from ledger_account
    where (owner like 'debt:%' and balance > 0) or (owner = 'pool' and balance - held < 0)`,

  'each line of a loan has its transaction, and each its line (F10)': `
    select coalesce(t.seq, l.seq) as seq, coalesce(t.part, l.part) as part
    from (select seq, part, realm from ledger_transaction where kind = 'loan') t
    full join margin_loan l using (seq, part)
    left join lateral (select sum(e.amount) as amount, min(e.asset) as asset,
        min(case when c.owner = 'lent' then d.owner else c.owner end) as debt
      from ledger_entry e join ledger_account d on d.id = e.debit_account
      join ledger_account c on c.id = e.credit_account
      where e.seq = l.seq and e.part = l.part
        and (case when l.kind in ('borrow', 'draw', 'interest') then c.owner else d.owner end)
          = 'lent') e on true
    where t.seq is null or l.seq is null or (e.amount, e.asset, e.debt, t.realm) is distinct from
      (l.amount, l.asset, 'debt:' || l.user_id || '/margin'
        || case when l.symbol = '' then '' else '/' || l.symbol end, l.realm)`,

  'unpaid interest is part of the debt (F10)': `
    select m.realm, m.user_id, m.symbol, i ->> 0 as asset from margin_account m
    cross join lateral jsonb_array_elements(m.document -> 'loans') as i
    left join ledger_account a on a.realm = m.realm and a.asset = i ->> 0
      and a.owner = 'debt:' || m.user_id || '/margin'
        || case when m.symbol = '' then '' else '/' || m.symbol end
    where (i ->> 1)::numeric < 0 or coalesce(-a.balance, 0) < (i ->> 1)::numeric`,
}

/** What must hold of conversions, payments and swaps in the ledger (wallet 5). */
const PAYMENT_INVARIANTS: Readonly<Record<string, string>> = {
  'a conversion has exactly its two lines (wallet 5)': `
    select c.convert_id from conversion c
    left join ledger_transaction t on t.realm = 'live' and t.scope = 'convert'
      and t.idempotency_key = c.convert_id::text
    left join lateral (select count(*) as lines,
        coalesce(sum(e.amount) filter (where d.owner = ${spotOwnerOf('c.user_id')}
          and e.asset = c.from_asset), 0) as paid,
        coalesce(sum(e.amount) filter (where r.owner = ${spotOwnerOf('c.user_id')}
          and e.asset = c.to_asset), 0) as received
      from ledger_entry e join ledger_account d on d.id = e.debit_account
        join ledger_account r on r.id = e.credit_account
      where e.seq = t.seq and e.part = t.part) e on true
    where (e.lines, e.paid, e.received) is distinct from (2::bigint, c.paid, c.received)`,

  'a swap has exactly its two lines with its pool (wallet 5)': `
    select coalesce(s.swap_id::text, t.idempotency_key) as swap from web3_swap s
    full join (select * from ledger_transaction where realm = 'live' and scope = 'swap'
      and idempotency_key not like 'fund:%') t on t.idempotency_key = s.swap_id::text
    left join lateral (select count(*) as lines,
        coalesce(sum(e.amount) filter (where d.owner = ${spotOwnerOf('s.user_id')}
          and r.owner = 'swap:' || s.pool and e.asset = s.from_asset), 0) as paid,
        coalesce(sum(e.amount) filter (where r.owner = ${spotOwnerOf('s.user_id')}
          and d.owner = 'swap:' || s.pool and e.asset = s.to_asset), 0) as received
      from ledger_entry e join ledger_account d on d.id = e.debit_account
        join ledger_account r on r.id = e.credit_account
      where e.seq = t.seq and e.part = t.part) e on true
    where (e.lines, e.paid, e.received) is distinct from (2::bigint, s.paid, s.received)
      or s.received < s.minimum`,

  'a pool has what the treasury gave it and what was swapped (wallet 5)': `
    select e.seq, e.part, e.line from ledger_entry e
    join ledger_transaction t using (seq, part)
    join ledger_account d on d.id = e.debit_account
    join ledger_account c on c.id = e.credit_account
    where (d.owner like 'swap:%' or c.owner like 'swap:%') and t.scope <> 'swap'`,

  'a payment between users has exactly its line (wallet 5)': `
    select s.send_id from user_send s
    left join ledger_transaction t on t.realm = 'live' and t.scope = 'send'
      and t.idempotency_key = s.send_id::text
    left join ledger_entry e using (seq, part)
    left join ledger_account d on d.id = e.debit_account
    left join ledger_account c on c.id = e.credit_account
    where (e.amount, e.asset, d.owner, c.owner) is distinct from
      (s.amount, s.asset, ${spotOwnerOf('s.from_user')}, ${spotOwnerOf('s.to_user')})`,
}

export interface BrokenInvariant {
  readonly rule: string
  readonly rows: readonly Record<string, unknown>[]
}

/** The rules that do not hold; an empty list is a sound ledger. */
export async function checkLedger(db: Sql): Promise<BrokenInvariant[]> {
  const broken: BrokenInvariant[] = []
  for (const [rule, text] of Object.entries({
    ...LEDGER_INVARIANTS,
    ...FUTURES_INVARIANTS,
    ...WITHDRAWAL_INVARIANTS,
    ...DEPOSIT_INVARIANTS,
    ...PRODUCT_INVARIANTS,
    ...P2P_INVARIANTS,
    ...PAYMENT_INVARIANTS,
    ...COPY_INVARIANTS,
    ...MARGIN_INVARIANTS,
  })) {
    const rows = await db.query(text)
    if (rows.length > 0) broken.push({ rule, rows })
  }
  return broken
}
