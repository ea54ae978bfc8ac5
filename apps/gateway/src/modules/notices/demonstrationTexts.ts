import { LOCALES, requestLanguageType, type Locale } from '@x/locale'
import type { NoticeText } from './notice.ts'

interface Words {
  readonly title: string
  /** May hold `<strong>`. */
  readonly money: string
  readonly live: string
  readonly paper: string
  readonly open: string
  readonly mark: string
}

/** English serves its own regions. */
const SPEAKS: Readonly<Partial<Record<Locale, Locale>>> = {
  'es-ES': 'es',
  'es-AR': 'es',
  'zh-TC': 'zh-TW',
  asia: 'en',
  'en-GB': 'en',
}

const WORDS: Readonly<Partial<Record<Locale, Words>>> = {
  en: {
    title: 'This is a demonstration exchange',
    money:
      'Accounts, balances and orders here are <strong>not real money</strong>. Deposits ' +
      'and withdrawals lead nowhere.',
    live: 'The live realm trades demonstration funds in one shared order book.',
    paper: 'Demo trading fills your orders against the displayed market.',
    open: 'Open the terminal',
    mark: 'The mark of the exchange',
  },
  bg: {
    title: 'Това е демонстрационна борса',
    money:
      'Сметките, балансите и поръчките тук <strong>не са истински пари</strong>. ' +
      'Депозитите и тегленията не водят доникъде.',
    live: 'Обикновената търговия използва демонстрационни средства в една обща книга с поръчки.',
    paper: 'Демо търговията изпълнява поръчките ви срещу показания пазар.',
    open: 'Отвори терминала',
    mark: 'Знакът на борсата',
  },
  ja: {
    title: 'これはデモンストレーション用の取引所です',
    money:
      'ここでの口座、残高、注文は<strong>実際のお金ではありません</strong>。入金も出金も行われません。',
    live: '通常の取引では、全員が共有する一つの板でデモンストレーション用の資金を取引します。',
    paper: 'デモ取引では、表示されている市場に対して注文が約定します。',
    open: '取引画面を開く',
    mark: '取引所のロゴ',
  },
  vi: {
    title: 'Đây là sàn giao dịch trình diễn',
    money:
      'Tài khoản, số dư và lệnh ở đây <strong>không phải tiền thật</strong>. Nạp tiền và ' +
      'rút tiền không có tác dụng.',
    live: 'Giao dịch thông thường dùng vốn trình diễn trong một sổ lệnh chung.',
    paper: 'Giao dịch demo khớp lệnh của bạn theo thị trường đang hiển thị.',
    open: 'Mở màn hình giao dịch',
    mark: 'Biểu trưng của sàn',
  },
  ru: {
    title: 'Это демонстрационная биржа',
    money:
      'Аккаунты, балансы и ордера здесь — <strong>не настоящие деньги</strong>. ' +
      'Пополнение и вывод ни к чему не приводят.',
    live: 'В обычном режиме демонстрационные средства торгуются в одной общей книге ордеров.',
    paper: 'В демо-торговле ваши ордера исполняются по отображаемому рынку.',
    open: 'Открыть терминал',
    mark: 'Знак биржи',
  },
  es: {
    title: 'Este es un exchange de demostración',
    money:
      'Las cuentas, los saldos y las órdenes de aquí <strong>no son dinero real</strong>. ' +
      'Los depósitos y los retiros no tienen efecto.',
    live:
      'En el modo normal se opera con fondos de demostración en un único libro de órdenes ' +
      'compartido.',
    paper: 'El trading demo ejecuta tus órdenes contra el mercado que se muestra.',
    open: 'Abrir la terminal',
    mark: 'El símbolo del exchange',
  },
  tr: {
    title: 'Bu bir tanıtım borsasıdır',
    money:
      'Buradaki hesaplar, bakiyeler ve emirler <strong>gerçek para değildir</strong>. ' +
      'Para yatırma ve çekme işlemlerinin bir sonucu olmaz.',
    live: 'Normal işlemlerde tanıtım bakiyesi, ortak tek bir emir defterinde kullanılır.',
    paper: 'Demo işlemde emirleriniz görüntülenen piyasaya göre gerçekleşir.',
    open: 'Terminali aç',
    mark: 'Borsanın simgesi',
  },
  it: {
    title: 'Questo è un exchange dimostrativo',
    money:
      'Conti, saldi e ordini qui <strong>non sono denaro reale</strong>. Depositi e ' +
      'prelievi non hanno effetto.',
    live:
      'Nella modalità normale si scambiano fondi dimostrativi in un unico book degli ordini ' +
      'condiviso.',
    paper: 'Il trading demo esegue i tuoi ordini sul mercato visualizzato.',
    open: 'Apri il terminale',
    mark: 'Il simbolo dell’exchange',
  },
  fr: {
    title: 'Ceci est une plateforme de démonstration',
    money:
      'Les comptes, les soldes et les ordres ne sont ici <strong>pas de l’argent ' +
      'réel</strong>. Les dépôts et les retraits restent sans effet.',
    live:
      'En mode normal, des fonds de démonstration s’échangent dans un seul carnet d’ordres ' +
      'partagé.',
    paper: 'Le trading démo exécute vos ordres face au marché affiché.',
    open: 'Ouvrir le terminal',
    mark: 'Le symbole de la plateforme',
  },
  de: {
    title: 'Dies ist eine Vorführbörse',
    money:
      'Konten, Guthaben und Orders sind hier <strong>kein echtes Geld</strong>. ' +
      'Einzahlungen und Auszahlungen bewirken nichts.',
    live: 'Im normalen Handel wird Vorführguthaben in einem gemeinsamen Orderbuch gehandelt.',
    paper: 'Im Demo-Trading werden Ihre Orders gegen den angezeigten Markt ausgeführt.',
    open: 'Terminal öffnen',
    mark: 'Das Zeichen der Börse',
  },
  'zh-CN': {
    title: '这是一个演示交易所',
    money: '此处的账户、余额和订单均<strong>不是真实资金</strong>，充值和提现不会产生任何结果。',
    live: '实盘使用演示资金，在同一个共享订单簿中交易。',
    paper: '模拟交易按所显示的市场成交。',
    open: '打开交易终端',
    mark: '交易所标志',
  },
  'zh-TW': {
    title: '這是一個示範交易所',
    money: '此處的帳戶、餘額和訂單都<strong>不是真實資金</strong>，入金與提領不會有任何結果。',
    live: '一般交易使用示範資金，在同一個共用的訂單簿中進行。',
    paper: '模擬交易依畫面顯示的市場成交。',
    open: '開啟交易介面',
    mark: '交易所標誌',
  },
  pt: {
    title: 'Esta é uma corretora de demonstração',
    money:
      'As contas, os saldos e as ordens daqui <strong>não são dinheiro real</strong>. ' +
      'Depósitos e saques não têm efeito.',
    live:
      'No modo normal, negociam-se fundos de demonstração em um único livro de ordens ' +
      'compartilhado.',
    paper: 'O trading demo executa suas ordens no mercado exibido.',
    open: 'Abrir o terminal',
    mark: 'O símbolo da corretora',
  },
  'pt-PT': {
    title: 'Esta é uma plataforma de demonstração',
    money:
      'As contas, os saldos e as ordens aqui <strong>não são dinheiro real</strong>. Os ' +
      'depósitos e os levantamentos não têm efeito.',
    live:
      'No modo normal, negoceiam-se fundos de demonstração num único livro de ordens ' +
      'partilhado.',
    paper: 'O trading demo executa as suas ordens no mercado apresentado.',
    open: 'Abrir o terminal',
    mark: 'O símbolo da plataforma',
  },
  id: {
    title: 'Ini adalah bursa peragaan',
    money:
      'Akun, saldo, dan order di sini <strong>bukan uang sungguhan</strong>. Deposit dan ' +
      'penarikan tidak berakibat apa pun.',
    live: 'Trading biasa memakai dana peragaan dalam satu buku order bersama.',
    paper: 'Trading demo mengisi order Anda terhadap pasar yang ditampilkan.',
    open: 'Buka terminal',
    mark: 'Lambang bursa',
  },
  th: {
    title: 'นี่คือกระดานเทรดสาธิต',
    money: 'บัญชี ยอดคงเหลือ และคำสั่งที่นี่<strong>ไม่ใช่เงินจริง</strong> การฝากและถอนไม่มีผลใด ๆ',
    live: 'การเทรดปกติใช้เงินสาธิตในสมุดคำสั่งเดียวร่วมกัน',
    paper: 'เทรดจำลองจับคู่คำสั่งของคุณกับตลาดที่แสดงอยู่',
    open: 'เปิดหน้าเทรด',
    mark: 'สัญลักษณ์ของกระดานเทรด',
  },
  pl: {
    title: 'To jest giełda pokazowa',
    money:
      'Tutejsze konta, salda i zlecenia <strong>to nie są prawdziwe pieniądze</strong>. ' +
      'Wpłaty i wypłaty nie mają skutku.',
    live: 'W zwykłym trybie środki pokazowe są w obrocie w jednej wspólnej księdze zleceń.',
    paper: 'Handel demo realizuje Twoje zlecenia na wyświetlanym rynku.',
    open: 'Otwórz terminal',
    mark: 'Znak giełdy',
  },
  uk: {
    title: 'Це демонстраційна біржа',
    money:
      'Акаунти, баланси й ордери тут — <strong>не справжні гроші</strong>. Поповнення та ' +
      'виведення ні до чого не призводять.',
    live: 'У звичайному режимі демонстраційними коштами торгують в одній спільній книзі ордерів.',
    paper: 'У демоторгівлі ваші ордери виконуються за показаним ринком.',
    open: 'Відкрити термінал',
    mark: 'Знак біржі',
  },
  uz: {
    title: 'Bu namoyish birjasi',
    money:
      'Bu yerdagi hisoblar, balanslar va orderlar <strong>haqiqiy pul emas</strong>. ' +
      'Kiritish va yechib olish hech qanday natija bermaydi.',
    live: 'Odatiy savdoda namoyish mablagʻlari bitta umumiy orderlar kitobida sotiladi.',
    paper: 'Demo savdoda orderlaringiz koʻrsatilgan bozor boʻyicha bajariladi.',
    open: 'Terminalni ochish',
    mark: 'Birja belgisi',
  },
  ar: {
    title: 'هذه منصة تداول تجريبية',
    money:
      'الحسابات والأرصدة والأوامر هنا <strong>ليست أموالًا حقيقية</strong>، ولا يؤدي ' +
      'الإيداع أو السحب إلى أي نتيجة.',
    live: 'يُتداول في الحساب الفعلي بأموال تجريبية ضمن دفتر أوامر مشترك واحد.',
    paper: 'يُنفّذ التداول التجريبي أوامرك وفق السوق المعروضة.',
    open: 'فتح منصة التداول',
    mark: 'شعار المنصة',
  },
  ph: {
    title: 'Isa itong exchange na pang-demonstrasyon',
    money:
      'Ang mga account, balanse at order dito ay <strong>hindi tunay na pera</strong>. ' +
      'Walang epekto ang mga deposito at withdrawal.',
    live:
      'Sa karaniwang trading, pondong pang-demonstrasyon ang ginagamit sa iisang order book ' +
      'para sa lahat.',
    paper: 'Sa demo trading, napupunan ang mga order mo batay sa ipinapakitang market.',
    open: 'Buksan ang terminal',
    mark: 'Ang simbolo ng exchange',
  },
}

const textOf = ({ title, money, live, paper, open, mark }: Words): NoticeText => ({
  title,
  body: `<p>${money}</p><ul><li>${live}</li><li>${paper}</li></ul>`,
  link: { href: '/spot/BTCUSDT', text: open },
  image: { src: '/favicon.svg', alt: mark },
})

/** By `languageType`: what a request of that language asks with. */
export const DEMONSTRATION_TEXTS: Readonly<Record<string, NoticeText>> = Object.fromEntries(
  LOCALES.flatMap((locale) => {
    const words = WORDS[SPEAKS[locale] ?? locale]
    const { languageType, known } = requestLanguageType(locale)
    return words ? [[known ? String(languageType) : locale, textOf(words)] as const] : []
  }),
)
