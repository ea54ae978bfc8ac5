import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'تنبيه',
  timeout: 'انتهت مهلة الطلب!',
  expired: 'انتهت صلاحية تسجيل الدخول، يرجى تسجيل الدخول مرة أخرى',
  loginvalid: 'يرجى تسجيل الدخول للمتابعة',
  unknow: 'النظام مشغول',
  notfound: 'خطأ في الطلب',
  forbidden: 'الطلب غير مسموح به',
}
