internal import CSystem

/// The manager that has started this process as a service, where one has.
package enum ServiceManager {
    /// Shows in `systemctl status` what the process is at, by the protocol of `sd_notify`; nothing without a manager that asks for it.
    package static func tell(_ status: String) {
        guard let socket = Machine.environment("NOTIFY_SOCKET") else { return }
        let text = "STATUS=" + status.split(separator: "\n").joined(separator: " ")
        _ = unsafe marque_send(socket, text, Int32(text.utf8.count))
    }
}
