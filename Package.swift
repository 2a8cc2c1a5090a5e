// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is built with: Swift 6 mode and each strictness that the language offers.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// Tests read fixtures and run the command; they do not prove memory safety expression by expression.
let testing: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

let ground: [Target.Dependency] = ["FuelEconomy", "PickerKit", "Platform"]
let stages: [Target.Dependency] = ["FeedReaders", "Normalizers", "PickerTree", "Audits", "Writers"]

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: ["Support"] + ground + dependencies, path: "Tests/\(name)Tests",
        exclude: name == "Command"
            ? [
                "epa-spelling.yaml", "feed_oracle.py", "keys_oracle.py", "names_oracle.py", "layout_oracle.py",
                "report_oracle.py",
                "report_page.py", "preview_page.py", "page_audit.py", "junit.xsd",
                "diff_oracle.py", "why_oracle.py", "catalog_oracle.py", "shapes_oracle.py",
                "schema_oracle.py", "pick_oracle.py", "pick_terminal.py", "fetch_server.py",
            ] : [],
        swiftSettings: testing
    )
}

/// Fuzzing instruments the whole build, so the target is there only when `Scripts/fuzz` asks for it.
let fuzzing: [Target] =
    Context.environment["MARQUE_FUZZ"] == nil
    ? []
    : [
        .executableTarget(
            name: "fuzzing", dependencies: ground + stages + ["Pipelines"], path: "Tests/Fuzzing",
            exclude: ["catalog.json"],
            swiftSettings: testing + [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer,address"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
    ]

let package = Package(
    name: "marque",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "marque", targets: ["marque"]),
        .library(name: "Marque", targets: ["Pipelines"]),
        .library(name: "PickerKit", targets: ["PickerKit"]),
    ],
    targets: [
        // System libraries: a module map each, and nothing else.
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(
            name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .systemLibrary(
            name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
        .systemLibrary(
            name: "CLibZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"]), .brew(["libzip"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(name: "CByteMasks"),
        // The pages that marque writes, embedded as they are.
        .target(name: "CPages", exclude: ["preview.html", "preview.css", "wheel.js", "preview.js"]),
        .target(name: "CSystem"),
        // Loads libcurl when it is needed, and so needs its headers alone.
        .target(name: "CCurl"),

        // The ground: what stages may import.
        .target(name: "Platform", dependencies: ["CCurl", "CNettle", "CSystem", "FuelEconomy"], swiftSettings: strict),
        .target(name: "FuelEconomy", dependencies: ["PickerKit"], swiftSettings: strict),
        .target(name: "PickerKit", swiftSettings: strict),

        // The stages, in the order of the flow. None imports another.
        .target(
            name: "FeedReaders", dependencies: ["CZlib", "CLibXML2", "CLibZip", "CByteMasks", "FuelEconomy", "Platform"],
            swiftSettings: strict),
        .target(name: "Normalizers", dependencies: ["FuelEconomy", "PickerKit"], swiftSettings: strict),
        .target(name: "PickerTree", dependencies: ["FuelEconomy", "PickerKit"], swiftSettings: strict),
        .target(name: "Audits", dependencies: ["FuelEconomy", "PickerKit"], swiftSettings: strict),
        .target(name: "Writers", dependencies: ["CPages", "CSQLite", "CZlib"] + ground, swiftSettings: strict),

        // What ties the stages together, and the command.
        .target(name: "Pipelines", dependencies: ["CLibYAML"] + ground + stages, swiftSettings: strict),
        .executableTarget(name: "marque", dependencies: ["CSystem", "Pipelines"], swiftSettings: strict),

        // Tests mirror the sources; CommandTests runs the command as users do.
        .target(name: "Support", dependencies: ground, path: "Tests/Support", swiftSettings: testing),
        tests("FuelEconomy", []),
        tests("FeedReaders", ["FeedReaders"]),
        tests("Normalizers", ["Normalizers", "FeedReaders"]),
        tests("PickerTree", ["PickerTree"]),
        tests("Audits", ["Audits"]),
        tests("PickerKit", []),
        tests("Pipelines", ["Pipelines"]),
        .target(
            name: "MarkupSupport", dependencies: ["CLibXML2"], path: "Tests/MarkupSupport",
            swiftSettings: testing + [.enableUpcomingFeature("InternalImportsByDefault")]),
        tests("Writers", ["Writers", "Audits", "MarkupSupport"]),
        tests("Command", ["MarkupSupport"]),
    ] + fuzzing
)
