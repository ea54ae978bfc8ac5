import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'تنبيه',
  timeout: 'انتهت مهلة الطلب!',
  expired: 'انتهت صلاحية تسجيل الدخول، يرجى تسجيل الدخول مرة أخرى',
  loginRequired: 'يرجى تسجيل الدخول للمتابعة',
  systemBusy: 'النظام مشغول',
  notFound: 'خطأ في الطلب',
  forbidden: 'الطلب غير مسموح به',
}
