// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Kiểm tra bảo mật',
  hint: 'Kéo mảnh ghép vào chỗ trống',
  slider: 'Vị trí mảnh ghép',
  position: (a) => '' + a.x + ' trên ' + a.range,
  confirm: 'Xác nhận',
  another: 'Ảnh khác',
  close: 'Đóng',
  picture: 'Ảnh có chỗ trống hình mảnh ghép',
  work: 'Xác minh không cần ghép hình',
  workHelp: 'Thay vào đó, thiết bị của bạn sẽ thực hiện một phép tính. Việc này mất vài giây.',
  working: (a) => 'Đang tính, ' + a.percent + '%',
  checking: 'Đang kiểm tra',
  onlyWork: 'Ghép hình quá nhiều lần. Vui lòng xác minh không cần ghép hình.',
  renewed: 'Chưa khớp. Đây là ảnh khác.',
  solved: 'Đã xác minh',
  tooMany: 'Quá nhiều lần thử, vui lòng đợi một lúc',
  unavailable: 'Không kết nối được với dịch vụ kiểm tra, vui lòng thử lại',
}

export default messages
