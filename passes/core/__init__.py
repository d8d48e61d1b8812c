"""What a pass is: its registry, driver, remarks, locations and attribute rules."""
