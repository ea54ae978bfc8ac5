export interface ChallengeTexts {
  readonly title: string
  readonly hint: string
  readonly slider: string
  readonly position: string
  readonly confirm: string
  readonly another: string
  readonly close: string
  readonly picture: string
  readonly work: string
  readonly workHelp: string
  readonly working: string
  readonly checking: string
  readonly onlyWork: string
  readonly renewed: string
  readonly solved: string
  readonly tooMany: string
  readonly unavailable: string
}

interface ChallengeLanguage {
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  readonly texts: ChallengeTexts
}

const ENGLISH: ChallengeLanguage = {
  tag: 'en',
  direction: 'ltr',
  texts: {
    title: 'Security check',
    hint: 'Slide the piece into the gap',
    slider: 'Position of the piece',
    position: '{x} of {range}',
    confirm: 'Confirm',
    another: 'Another picture',
    close: 'Close',
    picture: 'A picture with a gap in the shape of a puzzle piece',
    work: 'Verify without the puzzle',
    workHelp: 'Your device solves a calculation instead. It takes a few seconds.',
    working: 'Calculating, {percent} %',
    checking: 'Checking',
    onlyWork: 'Too many tries with the puzzle. Please verify without it.',
    renewed: 'That did not fit. Here is another picture.',
    solved: 'Verified',
    tooMany: 'Too many attempts, please wait a moment',
    unavailable: 'The check could not be reached, please try again',
  },
}

const CHINESE: ChallengeLanguage = {
  tag: 'zh-Hans',
  direction: 'ltr',
  texts: {
    title: '安全验证',
    hint: '拖动滑块，使拼图吻合缺口',
    slider: '拼图位置',
    position: '{x} / {range}',
    confirm: '确认',
    another: '换一张',
    close: '关闭',
    picture: '带有拼图缺口的图片',
    work: '不使用拼图验证',
    workHelp: '由您的设备完成一次计算，仅需几秒钟。',
    working: '正在计算 {percent}%',
    checking: '正在验证',
    onlyWork: '拼图尝试次数过多，请不使用拼图完成验证',
    renewed: '验证未通过，已更换图片',
    solved: '验证成功',
    tooMany: '尝试次数过多，请稍后再试',
    unavailable: '无法连接验证服务，请重试',
  },
}

const ARABIC: ChallengeLanguage = {
  tag: 'ar',
  direction: 'rtl',
  texts: {
    title: 'التحقق الأمني',
    hint: 'حرّك القطعة إلى مكانها الفارغ',
    slider: 'موضع القطعة',
    position: '{x} من {range}',
    confirm: 'تأكيد',
    another: 'صورة أخرى',
    close: 'إغلاق',
    picture: 'صورة فيها فراغ على شكل قطعة أحجية',
    work: 'التحقق بدون الأحجية',
    workHelp: 'يُجري جهازك عملية حسابية بدلًا من ذلك، وتستغرق بضع ثوانٍ.',
    working: 'جارٍ الحساب، {percent}%',
    checking: 'جارٍ التحقق',
    onlyWork: 'محاولات كثيرة في الأحجية. يُرجى التحقق بدونها.',
    renewed: 'لم تتطابق القطعة. إليك صورة أخرى.',
    solved: 'تم التحقق',
    tooMany: 'محاولات كثيرة جدًا، انتظر قليلًا',
    unavailable: 'تعذّر الوصول إلى خدمة التحقق، حاول مرة أخرى',
  },
}

/** The provider's three-letter codes; those without texts of their own read English. */
const LANGUAGES: ReadonlyMap<string | undefined, ChallengeLanguage> = new Map([['eng', ENGLISH], ['zho', CHINESE], ['ara', ARABIC]])

export function challengeLanguage(code: string | undefined): ChallengeLanguage {
  return LANGUAGES.get(code) ?? ENGLISH
}

export function fillText(text: string, values: Readonly<Record<string, number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
