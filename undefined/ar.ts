// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'التحقق الأمني',
  hint: 'حرّك القطعة إلى مكانها الفارغ',
  slider: 'موضع القطعة',
  position: (a) => '\u2068' + a.x + '\u2069 من \u2068' + a.range + '\u2069',
  confirm: 'تأكيد',
  another: 'صورة أخرى',
  close: 'إغلاق',
  picture: 'صورة فيها فراغ على شكل قطعة أحجية',
  work: 'التحقق بدون الأحجية',
  workHelp: 'يُجري جهازك عملية حسابية بدلًا من ذلك، وتستغرق بضع ثوانٍ.',
  working: (a) => 'جارٍ الحساب، \u2068' + a.percent + '\u2069%',
  checking: 'جارٍ التحقق',
  onlyWork: 'محاولات كثيرة في الأحجية. يُرجى التحقق بدونها.',
  renewed: 'لم تتطابق القطعة. إليك صورة أخرى.',
  solved: 'تم التحقق',
  tooMany: 'محاولات كثيرة جدًا، انتظر قليلًا',
  unavailable: 'تعذّر الوصول إلى خدمة التحقق، حاول مرة أخرى',
}

export default messages
