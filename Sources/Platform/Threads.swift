#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A thread with a result.
///
/// Stages block on each other, which Swift's cooperative pool does not allow for; so they have threads of their own.
package final class WorkerThread<Output: Sendable>: @unchecked Sendable {
    private var result: Result<Output, any Error>?
    private let body: @Sendable () throws -> Output
    private var isJoined = false
    #if canImport(Darwin)
        private var handle: pthread_t?
    #else
        private var handle = pthread_t()
    #endif

    package init(_ body: @escaping @Sendable () throws -> Output) {
        self.body = body
        let start = unsafe Unmanaged.passRetained(self as AnyObject).toOpaque()
        let status = unsafe pthread_create(&handle, nil, enterThread, start)
        precondition(status == 0, "the system gives no thread")
    }

    fileprivate func run() { result = Result { try body() } }

    /// Waits for the thread to end. May be called again, by one thread at a time.
    package func join() throws -> Output {
        if isJoined { return try result!.get() }
        isJoined = true
        #if canImport(Darwin)
            if let handle = unsafe handle { unsafe pthread_join(handle, nil) }
        #else
            pthread_join(handle, nil)
        #endif
        return try result!.get()
    }
}

private protocol Startable: AnyObject {
    func start()
}

extension WorkerThread: Startable {
    func start() { run() }
}

#if canImport(Darwin)
    private func enterThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe start(argument)
        return nil
    }
#else
    private func enterThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument = unsafe argument { unsafe start(argument) }
        return nil
    }
#endif

private func start(_ argument: UnsafeMutableRawPointer) {
    let worker = unsafe Unmanaged<AnyObject>.fromOpaque(argument).takeRetainedValue()
    (worker as? any Startable)?.start()
}

/// A queue between threads that holds a few elements at most: the sender waits while it is full, the receiver while it is empty.
@safe package final class BoundedChannel<Element: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var elements: [Element] = []
    private let capacity: Int
    private var isFinished = false
    private var isClosed = false

    package init(capacity: Int) {
        self.capacity = capacity
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe changed.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    /// - Returns: `false` where the receiver has gone and nothing more is wanted.
    @discardableResult
    package func send(_ element: Element) -> Bool {
        locked {
            while elements.count >= capacity, !isClosed { unsafe _ = pthread_cond_wait(changed, mutex) }
            if isClosed { return false }
            elements.append(element)
            unsafe pthread_cond_broadcast(changed)
            return true
        }
    }

    /// - Returns: `nil` when the sender has finished and the queue is empty.
    package func receive() -> Element? {
        locked {
            while elements.isEmpty, !isFinished { unsafe _ = pthread_cond_wait(changed, mutex) }
            if elements.isEmpty { return nil }
            let element = elements.removeFirst()
            unsafe pthread_cond_broadcast(changed)
            return element
        }
    }

    /// Says that nothing more will be sent.
    package func finish() {
        locked {
            isFinished = true
            unsafe _ = pthread_cond_broadcast(changed)
        }
    }

    /// Says that nothing more will be received.
    package func close() {
        locked {
            isClosed = true
            elements = []
            unsafe _ = pthread_cond_broadcast(changed)
        }
    }
}

/// Does `count` independent pieces of work on up to `jobs` threads, and gives their results in order.
package func parallelMap<Output: Sendable>(
    _ count: Int, jobs: Int, _ body: @escaping @Sendable (Int) throws -> Output
) throws -> [Output] {
    if jobs <= 1 || count <= 1 { return try (0..<count).map(body) }
    let queue = BoundedChannel<Int>(capacity: count)
    for index in 0..<count { queue.send(index) }
    queue.finish()
    let workers = (0..<min(jobs, count)).map { _ in
        WorkerThread {
            var done: [(Int, Output)] = []
            while let index = queue.receive() { done.append((index, try body(index))) }
            return done
        }
    }
    // Every thread is waited for, also where one has failed.
    let results = workers.map { worker in Result { try worker.join() } }
    return try results.flatMap { try $0.get() }.sorted { $0.0 < $1.0 }.map(\.1)
}

/// A value that one thread at a time may look at.
@safe package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    package func with<Result>(_ body: (inout Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
