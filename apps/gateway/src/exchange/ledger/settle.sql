-- The root of the RFC 6962 tree of which these are the whole subtrees, the largest first.
create or replace function price_tree_root(peaks text[]) returns text language plpgsql immutable as $$
declare
  root text := peaks[cardinality(peaks)];
begin
  if root is null then
    return null;
  end if;
  for n in reverse cardinality(peaks) - 1 .. 1 loop
    root := encode(sha256('\x01'::bytea || decode(peaks[n], 'hex') || decode(root, 'hex')), 'hex');
  end loop;
  return root;
end
$$;
--> statement-breakpoint
-- The root of a day, which names that of the day before; of days without a tree their last hash.
create or replace function price_day_root(day futures_price_day) returns text
language sql immutable as $$
  select case when day.peaks is null then day.hash else encode(sha256(convert_to(
    day.previous_root || chr(10)
      || to_char(to_timestamp(day.day * 86400) at time zone 'UTC', 'YYYY-MM-DD') || chr(10)
      || day.rows || chr(10) || price_tree_root(day.peaks), 'UTF8')), 'hex') end
$$;
--> statement-breakpoint
-- Adds a row to the tree of its day: a leaf, then every subtree that it makes whole.
create or replace function price_add_leaf(running futures_price_day, row_hash text) returns text[]
language plpgsql as $$
declare
  peaks text[] := running.peaks;
  node text := encode(sha256('\x00'::bytea || decode(row_hash, 'hex')), 'hex');
  places bigint := running.rows;
  leaves bigint := 1;
begin
  if peaks is null then
    return null;
  end if;
  while places % 2 = 1 loop
    node := encode(sha256('\x01'::bytea || decode(peaks[cardinality(peaks)], 'hex')
      || decode(node, 'hex')), 'hex');
    peaks := trim_array(peaks, 1);
    places := places / 2;
    leaves := leaves * 2;
    if leaves = 256 then
      insert into futures_price_node (day, place, hash) values (running.day, places, node);
    end if;
  end loop;
  return peaks || node;
end
$$;
--> statement-breakpoint
-- What a batch did to futures. Orders, positions and accounts arrive as they stand after it.
create or replace function ledger_settle_futures(batch jsonb) returns void language plpgsql as $$
declare
  price record;
  last record;
  running futures_price_day%rowtype;
  own_day bigint;
  next_hash text;
begin
  -- Each row of the price log covers the one before.
  for price in select * from jsonb_to_recordset(coalesce(batch -> 'prices', '[]'))
    as p (seq bigint, at bigint, line text) order by seq
  loop
    select l.at, l.hash into last from futures_price l order by l.seq desc limit 1;
    next_hash := encode(sha256(convert_to(coalesce(last.hash, repeat('0', 64)) || chr(10)
      || price.line, 'UTF8')), 'hex');
    select d.* into running from futures_price_day d order by d.day desc limit 1;
    -- A clock that was set back adds to the day that runs: a root that was named stays.
    own_day := greatest(price.at / 86400000, running.day);
    if running.day is distinct from own_day then
      insert into futures_price_day (day, hash, rows, peaks, previous_root)
      values (own_day, '', 0, '{}',
        case when running.day is null then repeat('0', 64) else price_day_root(running) end)
      returning * into running;
      -- Days keep their root; their rows are kept for a week.
      delete from futures_price where at < (own_day - 7) * 86400000;
      delete from futures_price_node where day < own_day - 7;
    end if;
    insert into futures_price (seq, at, line, hash, previous_hash, day, place)
    values (price.seq, price.at, price.line, next_hash, coalesce(last.hash, repeat('0', 64)),
      own_day, case when running.peaks is not null then running.rows end);
    update futures_price_day set hash = next_hash, rows = running.rows + 1,
      peaks = price_add_leaf(running, next_hash)
    where day = own_day;
  end loop;

  insert into futures_funding (symbol, at, seq, rate, mark)
  select f.symbol, f.at, f.seq, f.rate, f.mark
  from jsonb_to_recordset(coalesce(batch -> 'fundings', '[]'))
    as f (symbol text, at bigint, seq bigint, rate bigint, mark bigint)
  on conflict (symbol, at) do nothing;

  insert into futures_bill (seq, part, line, realm, user_id, asset, kind, amount, symbol,
    reference, at)
  select b.* from jsonb_to_recordset(coalesce(batch -> 'bills', '[]'))
    as b (seq bigint, part integer, line integer, realm text, user_id text, asset text, kind text,
      amount numeric, symbol text, reference text, at bigint);

  insert into futures_deleverage (liquidation_id, seq, realm, user_id, symbol, side, lots, ticks,
    result, margin_mode, at)
  select d.* from jsonb_to_recordset(coalesce(batch -> 'deleveraged', '[]'))
    as d (liquidation_id bigint, seq bigint, realm text, user_id text, symbol text, side text,
      lots bigint, ticks bigint, result numeric, margin_mode text, at bigint);

  insert into futures_account (realm, user_id, mode, settings, liquidating)
  select a.* from jsonb_to_recordset(batch -> 'accounts')
    as a (realm text, user_id text, mode text, settings jsonb, liquidating jsonb)
  on conflict (realm, user_id) do update set mode = excluded.mode, settings = excluded.settings,
    liquidating = excluded.liquidating;

  -- Closed ones first: a position may be opened anew in the batch that closed the one before it.
  insert into futures_position (position_id, realm, user_id, symbol, side, lots, cost, settled,
    opened_at, updated_at, closed_seq, document, was_long, held_in)
  select p.* from jsonb_to_recordset(batch -> 'positions')
    as p (position_id bigint, realm text, user_id text, symbol text, side text, lots bigint,
      cost numeric, settled numeric, opened_at bigint, updated_at bigint, closed_seq bigint,
      document jsonb, was_long boolean, held_in text)
  order by p.closed_seq nulls last
  on conflict (position_id) do update set lots = excluded.lots, cost = excluded.cost,
    settled = excluded.settled, updated_at = excluded.updated_at, closed_seq = excluded.closed_seq,
    document = excluded.document, was_long = excluded.was_long, held_in = excluded.held_in;

  insert into futures_order (order_id, realm, user_id, client_oid, symbol, status, filled_lots,
    filled_tick_lots, fee, result, created_at, updated_at, closed_seq, document, rank, digest,
    answered)
  select o.* from jsonb_to_recordset(batch -> 'orders')
    as o (order_id bigint, realm text, user_id text, client_oid text, symbol text, status text,
      filled_lots bigint, filled_tick_lots numeric, fee numeric, result numeric, created_at bigint,
      updated_at bigint, closed_seq bigint, document jsonb, rank bigint, digest text, answered text)
  on conflict (order_id) do update set status = excluded.status,
    filled_lots = excluded.filled_lots, filled_tick_lots = excluded.filled_tick_lots,
    fee = excluded.fee, result = excluded.result, updated_at = excluded.updated_at,
    closed_seq = excluded.closed_seq, document = excluded.document,
    rank = coalesce(excluded.rank, futures_order.rank),
    digest = coalesce(futures_order.digest, excluded.digest),
    answered = coalesce(futures_order.answered, excluded.answered);

  insert into futures_fill (fill_id, trade_id, seq, part, order_id, realm, user_id, ticks, lots,
    closed_lots, value, fee, result, role, status, at)
  select f.* from jsonb_to_recordset(batch -> 'fills')
    as f (fill_id bigint, trade_id bigint, seq bigint, part integer, order_id bigint, realm text,
      user_id text, ticks bigint, lots bigint, closed_lots bigint, value numeric, fee numeric,
      result numeric, role text, status text, at bigint);

  insert into futures_liquidation (liquidation_id, seq, realm, user_id, wallet, asset, step, equity,
    requirement, symbol, side, lots, ticks, prices, at, inputs, equity_after, requirement_after,
    price_hash)
  select l.*, (select p.hash from futures_price p where p.seq < l.seq order by p.seq desc limit 1)
  from jsonb_to_recordset(coalesce(batch -> 'liquidations', '[]'))
    as l (liquidation_id bigint, seq bigint, realm text, user_id text, wallet text, asset text,
      step text, equity numeric, requirement numeric, symbol text, side text, lots bigint,
      ticks bigint, prices jsonb, at bigint, inputs jsonb, equity_after numeric,
      requirement_after numeric);

  insert into wallet_move (move_id, seq, part, realm, user_id, from_wallet, to_wallet, asset,
    amount, client_oid, digest, at)
  select m.* from jsonb_to_recordset(batch -> 'moves')
    as m (move_id bigint, seq bigint, part integer, realm text, user_id text, from_wallet text,
      to_wallet text, asset text, amount numeric, client_oid text, digest text, at bigint);
end
$$;
--> statement-breakpoint
-- Withdrawals arrive as they stand after the batch.
create or replace function ledger_settle_withdrawals(rows jsonb) returns void
language plpgsql as $$
begin
  insert into withdrawal (withdrawal_id, user_id, client_oid, network, asset, amount, fee, value,
    state, created_at, updated_at, closed_seq, document)
  select w.* from jsonb_to_recordset(rows)
    as w (withdrawal_id bigint, user_id text, client_oid text, network text, asset text,
      amount numeric, fee numeric, value numeric, state text, created_at bigint,
      updated_at bigint, closed_seq bigint, document jsonb)
  on conflict (withdrawal_id) do update set state = excluded.state,
    updated_at = excluded.updated_at, closed_seq = excluded.closed_seq,
    document = excluded.document;
end
$$;
--> statement-breakpoint
-- Deposits and claims arrive as they stand after the batch (wallet 3).
create or replace function ledger_settle_deposits(batch jsonb) returns void
language plpgsql as $$
begin
  insert into deposit (network, tx_hash, ordinal, user_id, asset, amount, height, state, again,
    created_at, updated_at)
  select d.* from jsonb_to_recordset(batch -> 'booked')
    as d (network text, tx_hash text, ordinal integer, user_id text, asset text, amount numeric,
      height bigint, state text, again boolean, created_at bigint, updated_at bigint)
  on conflict (network, tx_hash, ordinal) do update set height = excluded.height,
    state = excluded.state, again = excluded.again, updated_at = excluded.updated_at;

  insert into deposit_claim (user_id, asset, amount, of_house)
  select c.* from jsonb_to_recordset(batch -> 'claims')
    as c (user_id text, asset text, amount numeric, of_house numeric)
  on conflict (user_id, asset) do update set amount = excluded.amount,
    of_house = excluded.of_house;

  insert into deposit_stale (network, below)
  select s.* from jsonb_to_recordset(batch -> 'stale') as s (network text, below bigint)
  on conflict (network) do update set below = excluded.below;

  insert into treasury_move (key, network, asset, amount, direction, height, at)
  select m.* from jsonb_to_recordset(batch -> 'moves')
    as m (key text, network text, asset text, amount numeric, direction text, height bigint,
      at bigint);
end
$$;
--> statement-breakpoint
-- Red packets and earn positions arrive as they stand after the batch.
create or replace function ledger_settle_products(batch jsonb) returns void
language plpgsql as $$
begin
  insert into red_packet (packet_id, user_id, client_oid, code, asset, total, left_over, status,
    created_at, closed_seq, document)
  select p.* from jsonb_to_recordset(batch -> 'packets')
    as p (packet_id bigint, user_id text, client_oid text, code text, asset text, total numeric,
      left_over numeric, status text, created_at bigint, closed_seq bigint, document jsonb)
  on conflict (packet_id) do update set left_over = excluded.left_over, status = excluded.status,
    closed_seq = excluded.closed_seq, document = excluded.document;

  insert into red_packet_claim (packet_id, place, user_id, holder, amount, at)
  select p.packet_id, c.place, c.claim ->> 'userId', c.claim ->> 'holder',
    (c.claim ->> 'amount')::numeric, (c.claim ->> 'at')::bigint
  from jsonb_to_recordset(batch -> 'packets') as p (packet_id bigint, document jsonb),
    jsonb_array_elements(p.document -> 'claims') with ordinality as c (claim, place)
  on conflict (packet_id, place) do nothing;

  insert into earn_position (position_id, user_id, client_oid, product, asset, principal, paid,
    created_at, updated_at, closed_seq, document)
  select p.* from jsonb_to_recordset(batch -> 'positions')
    as p (position_id bigint, user_id text, client_oid text, product text, asset text,
      principal numeric, paid numeric, created_at bigint, updated_at bigint, closed_seq bigint,
      document jsonb)
  on conflict (position_id) do update set principal = excluded.principal, paid = excluded.paid,
    updated_at = excluded.updated_at, closed_seq = excluded.closed_seq,
    document = excluded.document;

  insert into earn_payment (position_id, user_id, day, asset, amount, at)
  select p.* from jsonb_to_recordset(batch -> 'payments')
    as p (position_id bigint, user_id text, day bigint, asset text, amount numeric, at bigint);
end
$$;
--> statement-breakpoint
-- P2P adverts and orders arrive as they stand after the batch.
create or replace function ledger_settle_p2p(batch jsonb) returns void
language plpgsql as $$
begin
  insert into p2p_advert (advert_id, user_id, client_oid, side, asset, fiat, status, remaining,
    open_orders, created_at, document)
  select a.* from jsonb_to_recordset(batch -> 'adverts')
    as a (advert_id bigint, user_id text, client_oid text, side text, asset text, fiat text,
      status text, remaining numeric, open_orders integer, created_at bigint, document jsonb)
  on conflict (advert_id) do update set status = excluded.status, remaining = excluded.remaining,
    open_orders = excluded.open_orders, document = excluded.document;

  insert into p2p_order (order_id, advert_id, client_oid, taker, buyer, seller, asset, atoms, fee,
    status, created_at, updated_at, closed_seq, document)
  select o.* from jsonb_to_recordset(batch -> 'orders')
    as o (order_id bigint, advert_id bigint, client_oid text, taker text, buyer text, seller text,
      asset text, atoms numeric, fee numeric, status text, created_at bigint, updated_at bigint,
      closed_seq bigint, document jsonb)
  on conflict (order_id) do update set status = excluded.status,
    updated_at = excluded.updated_at, closed_seq = excluded.closed_seq,
    document = excluded.document;
end
$$;
--> statement-breakpoint
-- What a batch did to copy trading. Leads and follows arrive as they stand after it.
create or replace function ledger_settle_copy(batch jsonb) returns void
language plpgsql as $$
begin
  insert into copy_lead (lead_id, realm, user_id, client_oid, nickname, status, created_at,
    closed_seq, document)
  select l.* from jsonb_to_recordset(batch -> 'leads')
    as l (lead_id bigint, realm text, user_id text, client_oid text, nickname text, status text,
      created_at bigint, closed_seq bigint, document jsonb)
  on conflict (lead_id) do update set nickname = excluded.nickname, status = excluded.status,
    closed_seq = coalesce(copy_lead.closed_seq, excluded.closed_seq),
    document = excluded.document;

  insert into copy_follow (follow_id, lead_id, realm, user_id, client_oid, status, paid_in,
    taken_out, shared, created_at, closed_seq, document)
  select f.* from jsonb_to_recordset(batch -> 'follows')
    as f (follow_id bigint, lead_id bigint, realm text, user_id text, client_oid text, status text,
      paid_in numeric, taken_out numeric, shared numeric, created_at bigint, closed_seq bigint,
      document jsonb)
  on conflict (follow_id) do update set status = excluded.status, paid_in = excluded.paid_in,
    taken_out = excluded.taken_out, shared = excluded.shared, closed_seq = excluded.closed_seq,
    document = excluded.document;

  insert into copy_order (copy_id, follow_id, lead_id, realm, user_id, lead_fill_id, symbol, side,
    ticks, lots, order_id, reason, at)
  select o.* from jsonb_to_recordset(batch -> 'orders')
    as o (copy_id bigint, follow_id bigint, lead_id bigint, realm text, user_id text,
      lead_fill_id bigint, symbol text, side text, ticks bigint, lots bigint, order_id bigint,
      reason text, at bigint);

  insert into copy_share (share_id, follow_id, lead_id, realm, user_id, lead_user_id, amount,
    profit, at)
  select s.* from jsonb_to_recordset(batch -> 'shares')
    as s (share_id bigint, follow_id bigint, lead_id bigint, realm text, user_id text,
      lead_user_id text, amount numeric, profit numeric, at bigint);

  insert into copy_day (lead_id, day, performance, worth)
  select d.* from jsonb_to_recordset(batch -> 'days')
    as d (lead_id bigint, day bigint, performance numeric, worth numeric)
  on conflict (lead_id, day) do update set performance = excluded.performance,
    worth = excluded.worth;
end
$$;
--> statement-breakpoint
-- Margin accounts arrive as they stand after the batch (futures 7).
create or replace function ledger_settle_margin(batch jsonb) returns void
language plpgsql as $$
begin
  insert into margin_account (realm, user_id, symbol, document)
  select a.* from jsonb_to_recordset(batch -> 'accounts')
    as a (realm text, user_id text, symbol text, document jsonb)
  on conflict (realm, user_id, symbol) do update set document = excluded.document;

  insert into margin_loan (loan_id, seq, part, realm, user_id, symbol, asset, kind, amount,
    interest, fee, principal_after, interest_after, order_id, client_oid, digest, at)
  select l.* from jsonb_to_recordset(batch -> 'loans')
    as l (loan_id bigint, seq bigint, part integer, realm text, user_id text, symbol text,
      asset text, kind text, amount numeric, interest numeric, fee numeric,
      principal_after numeric, interest_after numeric, order_id bigint, client_oid text,
      digest text, at bigint);

  insert into margin_liquidation (step_id, seq, realm, user_id, symbol, step, assets, debts,
    order_id, prices, at)
  select s.* from jsonb_to_recordset(batch -> 'liquidations')
    as s (step_id bigint, seq bigint, realm text, user_id text, symbol text, step text,
      assets numeric, debts numeric, order_id bigint, prices jsonb, at bigint);
end
$$;
--> statement-breakpoint
-- Conversions, payments from user to user, and swaps.
create or replace function ledger_settle_payments(batch jsonb) returns void
language plpgsql as $$
begin
  insert into conversion (convert_id, user_id, client_oid, digest, from_asset, paid, to_asset,
    received, at)
  select c.* from jsonb_to_recordset(batch -> 'conversions')
    as c (convert_id bigint, user_id text, client_oid text, digest text, from_asset text,
      paid numeric, to_asset text, received numeric, at bigint);

  insert into user_send (send_id, from_user, to_user, client_oid, digest, asset, amount, value, at)
  select s.* from jsonb_to_recordset(batch -> 'sends')
    as s (send_id bigint, from_user text, to_user text, client_oid text, digest text, asset text,
      amount numeric, value numeric, at bigint);

  -- A batch of an older gateway has no swaps.
  insert into web3_swap (swap_id, user_id, client_oid, digest, pool, wallet, from_asset, paid,
    to_asset, received, minimum, at)
  select s.* from jsonb_to_recordset(coalesce(batch -> 'swaps', '[]'))
    as s (swap_id bigint, user_id text, client_oid text, digest text, pool text, wallet text,
      from_asset text, paid numeric, to_asset text, received numeric, minimum numeric, at bigint);
end
$$;
--> statement-breakpoint
-- Settles one batch of journal records, whole or not at all (createBatch in batch.ts). This file is
-- run again, after the migrations, by a gateway whose copy differs from what the database has run.

-- `after` must be where the ledger stands, so that no record is settled twice or skipped; `epoch`
-- must be the current holder's. A batch without one is from before there were epochs.
create or replace function ledger_settle(batch jsonb) returns bigint language plpgsql as $$
declare
  stands bigint;
  current_epoch bigint;
  through bigint := (batch ->> 'through')::bigint;
  entries integer;
  holds integer;
  moved_holds integer;
begin
  select settled_seq, epoch into stands, current_epoch from ledger_progress for update;
  if current_epoch <> coalesce((batch ->> 'epoch')::bigint, 0) then
    raise exception 'The batch is of epoch %, another gateway trades in epoch %',
      coalesce(batch ->> 'epoch', '0'), current_epoch using errcode = 'WF001';
  end if;
  if stands <> (batch ->> 'after')::bigint or through < stands then
    raise exception 'The batch after % through % does not follow %',
      batch ->> 'after', through, stands using errcode = 'integrity_constraint_violation';
  end if;

  insert into ledger_account (realm, owner, asset, may_go_negative)
  select a.realm, a.owner, a.asset, a.free
  from jsonb_to_recordset(batch -> 'accounts')
    as a (realm text, owner text, asset text, free boolean)
  on conflict (realm, owner, asset) do nothing;

  insert into ledger_transaction (seq, part, realm, kind, scope, idempotency_key, at)
  select t.* from jsonb_to_recordset(batch -> 'transactions')
    as t (seq bigint, part integer, realm text, kind text, scope text, key text, at bigint);

  -- One statement: each list of the batch is read once, and joined to the accounts it names.
  with named as materialized (
    select a.id, a.realm, a.owner, a.asset
    from jsonb_to_recordset(batch -> 'accounts') as n (realm text, owner text, asset text)
    join ledger_account a on a.realm = n.realm and a.owner = n.owner and a.asset = n.asset
  ), entry as materialized (
    select e.seq, e.part, e.line, e.realm, e.asset, e.kind, d.id as debit, c.id as credit,
      e.amount, t.at / 86400000 as day,
      -- One lookup for each entry: one more join would be planned for a table of unknown size.
      case when (select k.is_deposit from ledger_entry_kind k where k.kind = e.kind)
        then e.amount else 0 end as deposited
    from jsonb_to_recordset(batch -> 'entries')
      as e (seq bigint, part integer, line integer, realm text, asset text, kind text, debit text,
        credit text, amount numeric)
    join jsonb_to_recordset(batch -> 'transactions') as t (seq bigint, part integer, at bigint)
      on t.seq = e.seq and t.part = e.part
    join named d on d.realm = e.realm and d.owner = e.debit and d.asset = e.asset
    join named c on c.realm = e.realm and c.owner = e.credit and c.asset = e.asset
  ), lines as (
    insert into ledger_entry
      (seq, part, line, realm, asset, kind, debit_account, credit_account, amount)
    select seq, part, line, realm, asset, kind, debit, credit, amount from entry
  ), moved as materialized (
    select credit as account, day, amount, deposited from entry
    union all
    select debit, day, -amount, -deposited from entry
  ), days as (
    insert into ledger_day (account, day, moved, deposited)
    select account, day, sum(amount), sum(deposited) from moved group by account, day
    on conflict (account, day) do update set moved = ledger_day.moved + excluded.moved,
      deposited = ledger_day.deposited + excluded.deposited
  ), hold as materialized (
    select h.scope, h.ref, a.id as account, h.realm, h.asset, h.amount
    from jsonb_to_recordset(batch -> 'holds')
      as h (scope text, ref text, realm text, owner text, asset text, amount numeric)
    join named a on a.realm = h.realm and a.owner = h.owner and a.asset = h.asset
  ), former as materialized (
    select l.account, l.amount, l.account <> h.account as is_moved
    from hold h join ledger_hold l on l.scope = h.scope and l.ref = h.ref
  ), ended as (
    delete from ledger_hold l using hold h
    where h.amount = 0 and l.scope = h.scope and l.ref = h.ref
  ), placed as (
    insert into ledger_hold (scope, ref, account, realm, asset, amount)
    select scope, ref, account, realm, asset, amount from hold where amount > 0
    on conflict (scope, ref) do update set amount = excluded.amount
  ), change as materialized (
    -- Holds arrive as they stand after the batch; what an account holds moves by the difference.
    select account, sum(balance) as balance, sum(held) as held from (
      select account, amount as balance, 0 as held from moved
      union all select account, 0, amount from hold
      union all select account, 0, -amount from former
    ) part group by account
  ), locked as materialized (
    select id from ledger_account where id in (select account from change) order by id for update
  ), changed as (
    update ledger_account a set balance = a.balance + c.balance, held = a.held + c.held
    from change c join locked l on l.id = c.account
    where a.id = c.account
  )
  select (select count(*) from entry), (select count(*) from hold),
    (select count(*) from former where is_moved)
  into entries, holds, moved_holds;
  if entries <> jsonb_array_length(batch -> 'entries') then
    raise exception 'An entry names an account that is not open'
      using errcode = 'integrity_constraint_violation';
  end if;
  if holds <> jsonb_array_length(batch -> 'holds') or moved_holds > 0 then
    raise exception 'A hold names an account that is not open, or not its own'
      using errcode = 'integrity_constraint_violation';
  end if;

  insert into spot_order (order_id, realm, user_id, client_oid, symbol, side, order_type,
    time_in_force, ticks, lots, budget, filled_lots, filled_tick_lots, fee, status, season,
    created_at, updated_at, closed_seq, legs, open_terms, digest, answered, owner, account, loan)
  select o.* from jsonb_to_recordset(batch -> 'orders')
    as o (order_id bigint, realm text, user_id text, client_oid text, symbol text, side text,
      order_type text, time_in_force text, ticks bigint, lots bigint, budget bigint,
      filled_lots bigint, filled_tick_lots numeric, fee numeric, status text, season integer,
      created_at bigint, updated_at bigint, closed_seq bigint, legs jsonb, open_terms jsonb,
      digest text, answered text, owner text, account text, loan text)
  on conflict (order_id) do update set time_in_force = excluded.time_in_force,
    ticks = excluded.ticks, lots = excluded.lots, budget = excluded.budget, legs = excluded.legs,
    filled_lots = excluded.filled_lots, filled_tick_lots = excluded.filled_tick_lots,
    fee = excluded.fee, status = excluded.status, updated_at = excluded.updated_at,
    closed_seq = excluded.closed_seq,
    open_terms = case when excluded.closed_seq is null
      then coalesce(spot_order.open_terms, '{}') || excluded.open_terms end,
    digest = coalesce(spot_order.digest, excluded.digest),
    answered = coalesce(spot_order.answered, excluded.answered);

  insert into spot_fill (fill_id, trade_id, seq, part, order_id, realm, user_id, ticks, lots, quote,
    fee, role, status, at, spread, impact, latency, latency_ms)
  select f.* from jsonb_to_recordset(batch -> 'fills')
    as f (fill_id bigint, trade_id bigint, seq bigint, part integer, order_id bigint, realm text,
      user_id text, ticks bigint, lots bigint, quote numeric, fee numeric, role text, status text,
      at bigint, spread numeric, impact numeric, latency numeric, latency_ms integer);

  insert into asset_transfer (transfer_id, seq, part, asset, amount, from_user, to_user, asked_by,
    client_oid, left_behind, at)
  select m.* from jsonb_to_recordset(batch -> 'transfers')
    as m (transfer_id bigint, seq bigint, part integer, asset text, amount numeric, from_user text,
      to_user text, asked_by text, client_oid text, left_behind numeric, at bigint);

  if jsonb_array_length(coalesce(batch -> 'keys', '[]')) > 0 then
    insert into used_key (key, digest, at)
    select k.key, k.digest, k.at
    from jsonb_to_recordset(batch -> 'keys') as k (key text, digest text, at bigint)
    on conflict (key) do update set digest = excluded.digest, at = excluded.at;
    delete from used_key where at < (select max(at) from used_key) - 172800000;
  end if;

  if batch ? 'futures' then
    perform ledger_settle_futures(batch -> 'futures');
  end if;
  if batch ? 'withdrawals' then
    perform ledger_settle_withdrawals(batch -> 'withdrawals');
  end if;
  if batch ? 'deposits' then
    perform ledger_settle_deposits(batch -> 'deposits');
  end if;

  if batch ? 'products' then
    perform ledger_settle_products(batch -> 'products');
  end if;
  if batch ? 'p2p' then
    perform ledger_settle_p2p(batch -> 'p2p');
  end if;
  if batch ? 'payments' then
    perform ledger_settle_payments(batch -> 'payments');
  end if;
  if batch ? 'copy' then
    perform ledger_settle_copy(batch -> 'copy');
  end if;
  if batch ? 'margin' then
    perform ledger_settle_margin(batch -> 'margin');
  end if;

  update ledger_progress set settled_seq = through;
  return through;
end
$$;
--> statement-breakpoint
-- What foreign keys would check row by row, with a lock on each row pointed at, is checked
-- statement by statement. One answer for each row, by primary key: a join would be planned once,
-- while the tables are empty, and kept.
create or replace function ledger_entry_is_founded() returns trigger language plpgsql as $$
begin
  if exists (
    select from added e
    where e.realm is distinct from
        (select t.realm from ledger_transaction t where t.seq = e.seq and t.part = e.part)
      or e.asset is distinct from
        (select a.asset from ledger_account a where a.id = e.debit_account and a.realm = e.realm)
      or e.asset is distinct from
        (select a.asset from ledger_account a where a.id = e.credit_account and a.realm = e.realm)
      or e.kind is distinct from (select k.kind from ledger_entry_kind k where k.kind = e.kind)
  ) then
    perform ledger_refuse_reference(tg_table_name);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create or replace function ledger_transaction_is_founded() returns trigger language plpgsql as $$
begin
  if exists (
    select from added t where t.kind is distinct from
      (select k.kind from ledger_transaction_kind k where k.kind = t.kind)
  ) then
    perform ledger_refuse_reference(tg_table_name);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger ledger_transaction_is_founded after insert on ledger_transaction
  referencing new table as added for each statement
  execute function ledger_transaction_is_founded();
