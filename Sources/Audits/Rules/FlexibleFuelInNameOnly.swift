internal import FuelEconomy

extension VehicleRule {
    /// A car that is called a flexible-fuel vehicle, and is none by its fuels.
    static let flexibleFuelInNameOnly = VehicleRule(
        Rule(
            id: "flexible-fuel-in-name-only", title: "Model called FFV without a second fuel",
            severity: .notice, family: .logic,
            message: "model \"{model}\" found with \"{fuel}\" alone, expected \"E85\" beside it",
            why: "Who looks for cars that run on ethanol finds this one by its name and not by its fuels.",
            source: "the word FFV in EPA's models stands for a flexible-fuel vehicle",
            example: "11960, a Ford Taurus FFV of 1995, has \"Regular\" as its only fuel and no technology",
            fix: "ask the publisher for the second fuel; older cars may never have been tested on it"),
        facts: [.technology, .fuel1, .fuel2]
    ) { figures, row, _ in
        guard figures.fuel2[row] == .none, figures.isCalledFlexible[row], figures.fuel1[row] == .gasoline else {
            return nil
        }
        return [
            FindingValue("model", figures.word(.model, row)), FindingValue("fuel", figures.word(.fuel1, row)),
        ]
    }
}
