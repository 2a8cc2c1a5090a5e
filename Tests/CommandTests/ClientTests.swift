import Foundation
import Support
import Testing

/// What clients check in is what the command makes, and the Kotlin client follows the golden vectors.
@Suite struct ClientTests {
    @Test(arguments: [("--kotlin", "Kotlin/Types.kt"), ("--typescript", "TypeScript/types.d.ts")])
    func typesAreThoseOfTheSchemas(_ option: String, _ path: String) throws {
        let file = Project.root + "/Clients/" + path
        let made = try marque("schema", option).output
        #expect(try made == String(contentsOfFile: file, encoding: .utf8), "marque schema \(option) > Clients/\(path)")
    }

    @Test func theKotlinClientFollowsTheVectors() throws {
        let folder = TemporaryFolder()
        #expect(try marque("run", samplePipeline, "--out", folder.path + "/sample").status == 0)
        let result = try run(Project.root + "/Clients/Kotlin/check", [folder.path + "/sample"])
        if result.status == 77 {
            print(result.error)
            return
        }
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(result.output.hasSuffix(": 0 faults\n"), "\(result.output)\(result.error)")
    }
}
