import type { Notice } from './notice.ts'

/** What a gateway without notices of its own says: what it is, honestly. Numbers are those of `languageType`: English, Chinese, Arabic. */
export const DEFAULT_NOTICES: readonly Notice[] = [
  {
    noticeId: 'demonstration',
    publishedAt: Date.UTC(2026, 10, 1),
    texts: {
      '0': {
        title: 'This is a demonstration exchange',
        body: '<p>Accounts, balances and orders here are <strong>not real money</strong>. Deposits and withdrawals lead nowhere.</p><ul><li>The live realm trades demonstration funds in one shared order book.</li><li>Paper trading fills your orders against the displayed market.</li></ul>',
        link: { href: '/spot/BTCUSDT', text: 'Open the terminal' },
        image: { src: '/favicon.svg', alt: 'The mark of the exchange' },
      },
      '1': {
        title: '这是一个演示交易所',
        body: '<p>此处的账户、余额和订单均<strong>不是真实资金</strong>，充值和提现不会产生任何结果。</p><ul><li>实盘使用演示资金，在同一个共享订单簿中交易。</li><li>模拟交易按所显示的市场成交。</li></ul>',
        link: { href: '/spot/BTCUSDT', text: '打开交易终端' },
        image: { src: '/favicon.svg', alt: '交易所标志' },
      },
      '39': {
        title: 'هذه منصة تداول تجريبية',
        body: '<p>الحسابات والأرصدة والأوامر هنا <strong>ليست أموالًا حقيقية</strong>، ولا يؤدي الإيداع أو السحب إلى أي نتيجة.</p><ul><li>يُتداول في الحساب الفعلي بأموال تجريبية ضمن دفتر أوامر مشترك واحد.</li><li>يُنفّذ التداول التجريبي أوامرك وفق السوق المعروضة.</li></ul>',
        link: { href: '/spot/BTCUSDT', text: 'فتح منصة التداول' },
        image: { src: '/favicon.svg', alt: 'شعار المنصة' },
      },
    },
  },
]
