import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Thông báo',
  timeout: 'Yêu cầu đã hết thời gian chờ!',
  expired: 'Phiên đăng nhập đã hết hạn, vui lòng đăng nhập lại',
  loginRequired: 'Vui lòng đăng nhập để truy cập',
  systemBusy: 'Hệ thống đang bận',
  notFound: 'Yêu cầu bị lỗi',
  forbidden: 'Yêu cầu bị từ chối',
}
