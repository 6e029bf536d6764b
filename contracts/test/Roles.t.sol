// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Roles} from "../src/Roles.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {Vm, check, checkEq, vm} from "./support/Vm.sol";

contract RolesTest is CollectionTest {
    address[4] private _notOwners = [MINTER_ACCOUNT, SETTLER_ACCOUNT, GUARDIAN_ACCOUNT, STRANGER];

    function test_theNamesOfTheRoles() public view {
        checkEq(collection.MINTER(), 1, "MINTER");
        checkEq(collection.SETTLER(), 2, "SETTLER");
        checkEq(collection.GUARDIAN(), 4, "GUARDIAN");
    }

    function test_onlyTheOwnerGivesRoles() public {
        collection.grantRoles(STRANGER, 1);
        collection.grantRoles(STRANGER, 6);
        checkEq(collection.rolesOf(STRANGER), 7, "added up");
        collection.revokeRoles(STRANGER, 7);
        for (uint256 i; i < _notOwners.length; ++i) {
            vm.prank(_notOwners[i]);
            vm.expectRevert(Roles.NotAuthorized.selector);
            collection.grantRoles(_notOwners[i], 1);
        }
    }

    function test_anUnknownRoleIsRefused() public {
        vm.expectRevert(Roles.InvalidRoles.selector);
        collection.grantRoles(STRANGER, 8);
        vm.expectRevert(Roles.InvalidRoles.selector);
        collection.revokeRoles(STRANGER, 1 << 255);
    }

    function test_aGuardianStopsTheMinter() public {
        vm.prank(GUARDIAN_ACCOUNT);
        collection.revokeRoles(MINTER_ACCOUNT, 1);
        checkEq(collection.rolesOf(MINTER_ACCOUNT), 0, "no role");
        vm.prank(MINTER_ACCOUNT);
        vm.expectRevert(Roles.NotAuthorized.selector);
        collection.mint(itemFor(1, 0));
    }

    function test_takingOneRoleLeavesTheOthers() public {
        collection.grantRoles(STRANGER, 7);
        collection.revokeRoles(STRANGER, 2);
        checkEq(collection.rolesOf(STRANGER), 5, "the others");
    }

    function test_anAccountDropsItsOwnRoleButNobodyElses() public {
        vm.prank(MINTER_ACCOUNT);
        vm.expectRevert(Roles.NotAuthorized.selector);
        collection.revokeRoles(SETTLER_ACCOUNT, 2);
        vm.prank(STRANGER);
        vm.expectRevert(Roles.NotAuthorized.selector);
        collection.revokeRoles(SETTLER_ACCOUNT, 2);
        vm.prank(SETTLER_ACCOUNT);
        collection.revokeRoles(SETTLER_ACCOUNT, 2);
        checkEq(collection.rolesOf(SETTLER_ACCOUNT), 0, "dropped");
    }

    function test_aChangeOfRolesIsAnEvent() public {
        vm.recordLogs();
        collection.grantRoles(STRANGER, 3);
        collection.revokeRoles(STRANGER, 1);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        checkEq(logs.length, 2, "two events");
        check(logs[0].topics[0] == keccak256("RolesChanged(address,uint256)"), "RolesChanged");
        check(logs[0].topics[1] == bytes32(uint256(uint160(STRANGER))), "account");
        checkEq(abi.decode(logs[0].data, (uint256)), 3, "given");
        checkEq(abi.decode(logs[1].data, (uint256)), 2, "left");
    }

    function test_theOwnershipPassesInTwoSteps() public {
        collection.transferOwnership(STRANGER);
        checkEq(collection.owner(), address(this), "not yet");
        checkEq(collection.pendingOwner(), STRANGER, "pending");
        vm.prank(MINTER_ACCOUNT);
        vm.expectRevert(Roles.NotAuthorized.selector);
        collection.acceptOwnership();
        vm.recordLogs();
        vm.prank(STRANGER);
        collection.acceptOwnership();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        check(logs[0].topics[0] == keccak256("OwnershipTransferred(address,address)"), "OwnershipTransferred");
        check(logs[0].topics[1] == bytes32(uint256(uint160(address(this)))), "from");
        check(logs[0].topics[2] == bytes32(uint256(uint160(STRANGER))), "to");
        checkEq(collection.owner(), STRANGER, "owner");
        checkEq(collection.pendingOwner(), address(0), "nobody pending");
        vm.expectRevert(Roles.NotAuthorized.selector);
        collection.grantRoles(address(this), 1);
        vm.prank(STRANGER);
        vm.expectRevert(Roles.NotAuthorized.selector);
        collection.acceptOwnership();
    }

    function test_anOfferedOwnershipCanBeTakenBack() public {
        collection.transferOwnership(STRANGER);
        collection.transferOwnership(address(0));
        vm.prank(STRANGER);
        vm.expectRevert(Roles.NotAuthorized.selector);
        collection.acceptOwnership();
    }

    function test_onlyTheOwnerOffersTheOwnership() public {
        for (uint256 i; i < _notOwners.length; ++i) {
            vm.prank(_notOwners[i]);
            vm.expectRevert(Roles.NotAuthorized.selector);
            collection.transferOwnership(_notOwners[i]);
        }
    }

    function test_onlyTheOwnerSetsTheContractURI() public {
        checkEq(collection.contractURI(), CONTRACT_URI, "from the constructor");
        vm.recordLogs();
        collection.setContractURI("ipfs://next");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        check(logs.length == 1 && logs[0].topics[0] == keccak256("ContractURIUpdated()"), "ContractURIUpdated");
        checkEq(collection.contractURI(), "ipfs://next", "set");
        for (uint256 i; i < _notOwners.length; ++i) {
            vm.prank(_notOwners[i]);
            vm.expectRevert(Roles.NotAuthorized.selector);
            collection.setContractURI("ipfs://stolen");
        }
    }

    /// Stolen minter and settler keys together move no token.
    function test_everyRoleTogetherMovesNoToken() public {
        collection.grantRoles(STRANGER, 7);
        mintTo(1, 0);
        vm.startPrank(STRANGER);
        vm.expectRevert();
        collection.transferFrom(addressOf(0), STRANGER, 1);
        vm.expectRevert();
        collection.approve(STRANGER, 1);
        vm.stopPrank();
        checkEq(collection.ownerOf(1), addressOf(0), "owner");
    }
}
